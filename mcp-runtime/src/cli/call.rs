//! `call TOOL [OPTIONS] [key=value]…`: a tool called from the shell, through the same door as by a client.
//!
//! The result's text goes to standard output, an error's to stderr. While the tool runs, its own
//! prints go to stderr and its input is empty, as when it is served.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::Value;
use tokio::runtime::Runtime;

use super::arguments::{ArgumentError, Arguments};
use super::{complain, options, print};
use crate::json::closest;
use crate::server::Service;
use crate::transport::stdio::Claim;
use crate::wire::{Era, ProtocolVersion};

/// The exit code for a command line that does not fit the tool.
const USAGE: u8 = 2;

/// The argument that names an output action.
const ACTION: &str = "_render";

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"call","version":"0"}}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

/// Calls a tool and prints its result.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Call {
    /// The name of the tool, then its arguments: `KEY=VALUE`, `--KEY VALUE`, or `--help` to see
    /// them all
    #[arg(
        value_names = ["TOOL", "ARGUMENT"],
        required = true,
        num_args = 1..,
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    line: Vec<String>,
    /// Arguments as one JSON object
    #[arg(long, value_name = "OBJECT")]
    json: Option<String>,
    /// The output action that makes the text of the result
    #[arg(long, value_name = "NAME")]
    render: Option<String>,
}

/// What is wrong with the command line, seen from the tool.
#[derive(Debug, thiserror::Error)]
enum UsageError {
    #[error("unknown tool `{name}`; {hint}")]
    UnknownTool { name: String, hint: String },
    #[error("tool `{tool}` has no output action `{name}`; {hint}")]
    UnknownAction {
        tool: String,
        name: String,
        hint: String,
    },
    #[error(transparent)]
    Argument(#[from] ArgumentError),
    /// Also the text of `--help`.
    #[error(transparent)]
    CommandLine(#[from] clap::Error),
}

/// What came of a call.
#[derive(Debug, PartialEq, Eq)]
enum Ended {
    /// The text of the result.
    Well(String),
    /// The text of an error result or of a refusal.
    Badly(String),
}

impl Call {
    /// Calls the tool: exit code 0 for a result, 1 for an error, 2 for a command line that does not
    /// fit.
    pub(crate) fn perform(&self, service: &Service, runtime: &Runtime) -> ExitCode {
        let request = match self.request(service) {
            Ok(request) => request,
            Err(UsageError::CommandLine(message)) => {
                // Broken output is no reason to fail after help, and leaves nobody to tell.
                let _ = message.print();
                return match message.use_stderr() {
                    true => ExitCode::from(USAGE),
                    false => ExitCode::SUCCESS,
                };
            }
            Err(error) => {
                complain(format_args!("error: {error}"));
                return ExitCode::from(USAGE);
            }
        };
        let answer = match Claim::take() {
            Ok(_claim) => runtime.block_on(exchange(service, request)),
            Err(error) => {
                complain(format_args!("error: {error}"));
                return ExitCode::FAILURE;
            }
        };
        match read_answer(answer.as_deref().unwrap_or_default()) {
            Ended::Well(text) => print(&text),
            Ended::Badly(text) => {
                complain(format_args!("{text}"));
                ExitCode::FAILURE
            }
        }
    }

    /// The message that a modern client would send.
    fn request(&self, service: &Service) -> Result<Vec<u8>, UsageError> {
        let listed: Value =
            serde_json::from_str(&service.tools_json(Era::Modern)).expect("our own text is JSON");
        let tools = || listed["tools"].as_array().into_iter().flatten();
        let (name, words) = self.line.split_first().expect("clap asks for one word");
        let Some(tool) = tools().find(|tool| tool["name"] == *name) else {
            let names: Vec<_> = tools().filter_map(|tool| tool["name"].as_str()).collect();
            return Err(unknown_tool(name, &names));
        };
        let schema = &tool["inputSchema"];
        let program = format!("{} call {name}", program(service));
        let before = [("json", &self.json), ("render", &self.render)];
        let before = before.iter().filter_map(|(option, value)| {
            let value = value.as_ref()?;
            Some(format!("--{option}={value}"))
        });
        let words: Vec<String> = before.chain(words.iter().cloned()).collect();
        let line = options::read(&program, &words, tool, service.shell(name))?;
        let mut arguments =
            Arguments::read(line.json.as_deref(), &line.options, &line.pairs, schema)?;
        if let Some(action) = &line.render {
            check_action(name, action, &schema["properties"][ACTION]["enum"])?;
            arguments.push_text(ACTION, action)?;
        }
        Ok(call_request(name, &arguments))
    }
}

/// `names` are those that the schema has, `raw` among them.
fn check_action(tool: &str, name: &str, names: &Value) -> Result<(), UsageError> {
    let names = names.as_array().into_iter().flatten();
    let names: Vec<&str> = names.filter_map(Value::as_str).collect();
    if names.contains(&name) {
        return Ok(());
    }
    let hint = match closest(name, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if names.is_empty() => "it has none at all".to_owned(),
        None => format!("expected one of: {}", listed(&names)),
    };
    Err(UsageError::UnknownAction {
        tool: tool.to_owned(),
        name: name.to_owned(),
        hint,
    })
}

/// The name under which the program was started.
fn program(service: &Service) -> String {
    let path = std::env::args_os().next().map(PathBuf::from);
    let name = path.as_deref().and_then(Path::file_name);
    match name {
        Some(name) => name.to_string_lossy().into_owned(),
        None => service.info().name.clone(),
    }
}

fn unknown_tool(tool: &str, names: &[&str]) -> UsageError {
    let hint = match closest(tool, names.iter().copied()) {
        Some(name) => format!("did you mean `{name}`?"),
        None if names.is_empty() => "the server has none".to_owned(),
        None => format!("expected one of: {}", listed(names)),
    };
    UsageError::UnknownTool {
        name: tool.to_owned(),
        hint,
    }
}

fn listed(names: &[&str]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// Sends the request on a connection of its own.
async fn exchange(service: &Service, request: Vec<u8>) -> Option<Vec<u8>> {
    let connection = service.connect();
    // A server of the legacy era alone wants a handshake; a modern one looks at the request only.
    connection.handle(INITIALIZE).await;
    connection.handle(INITIALIZED).await;
    connection.handle(request).await
}

fn call_request(tool: &str, arguments: &Arguments) -> Vec<u8> {
    #[derive(Serialize)]
    struct Request<'a> {
        jsonrpc: &'static str,
        id: u8,
        method: &'static str,
        params: Params<'a>,
    }
    #[derive(Serialize)]
    struct Params<'a> {
        name: &'a str,
        arguments: &'a Arguments,
        _meta: Value,
    }
    let _meta = serde_json::json!({
        "io.modelcontextprotocol/protocolVersion": ProtocolVersion::LATEST.as_str(),
        "io.modelcontextprotocol/clientInfo": {"name": "call", "version": env!("CARGO_PKG_VERSION")},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = Params {
        name: tool,
        arguments,
        _meta,
    };
    serde_json::to_vec(&Request {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params,
    })
    .expect("text has a JSON form")
}

fn read_answer(answer: &[u8]) -> Ended {
    let answer: Value = serde_json::from_slice(answer).unwrap_or_default();
    let result = &answer["result"];
    if result.is_null() {
        let message = answer["error"]["message"]
            .as_str()
            .unwrap_or("the tool gave no answer");
        return Ended::Badly(format!("error: {message}"));
    }
    let content = result["content"]
        .as_array()
        .into_iter()
        .flatten()
        .map(block);
    let mut text = content.collect::<Vec<_>>().join("\n");
    if text.is_empty() && !result["structuredContent"].is_null() {
        text = result["structuredContent"].to_string();
    }
    if result["isError"] == true {
        Ended::Badly(text)
    } else {
        Ended::Well(text)
    }
}

/// A block of content for a terminal: text as it is, anything else by what it is.
fn block(block: &Value) -> String {
    let kind = block["type"].as_str().unwrap_or_default();
    match kind {
        "text" => block["text"].as_str().unwrap_or_default().to_owned(),
        "image" | "audio" => {
            let length = STANDARD
                .decode(block["data"].as_str().unwrap_or_default())
                .map_or(0, |data| data.len());
            format!(
                "[{kind}: {}, {length} bytes]",
                block["mimeType"].as_str().unwrap_or_default()
            )
        }
        "resource_link" => block["uri"].as_str().unwrap_or_default().to_owned(),
        "resource" => match block["resource"]["text"].as_str() {
            Some(text) => text.to_owned(),
            None => format!(
                "[resource: {}]",
                block["resource"]["uri"].as_str().unwrap_or_default()
            ),
        },
        _ => block.to_string(),
    }
}

#[cfg(test)]
mod tests {
    //! Tests of what is shown of an answer.

    use super::*;

    #[test]
    fn text_is_shown_as_it_is_and_other_content_by_what_it_is() {
        let answer = br#"{"jsonrpc":"2.0","id":1,"result":{"content":[
            {"type":"text","text":"a\nb"},
            {"type":"image","data":"AAAA","mimeType":"image/png"},
            {"type":"resource_link","uri":"file:///x","name":"x"},
            {"type":"resource","resource":{"uri":"file:///y","text":"y"}},
            {"type":"resource","resource":{"uri":"file:///z","blob":"AA=="}}]}}"#;
        let expected = "a\nb\n[image: image/png, 3 bytes]\nfile:///x\ny\n[resource: file:///z]";
        assert_eq!(read_answer(answer), Ended::Well(expected.to_owned()));
    }

    #[test]
    fn a_result_without_text_shows_its_value() {
        let answer = br#"{"result":{"content":[],"structuredContent":{"a":1}}}"#;
        assert_eq!(read_answer(answer), Ended::Well(r#"{"a":1}"#.to_owned()));
    }

    #[test]
    fn errors_of_both_kinds_end_badly() {
        let failed =
            br#"{"result":{"content":[{"type":"text","text":"no such file"}],"isError":true}}"#;
        assert_eq!(read_answer(failed), Ended::Badly("no such file".to_owned()));
        let refused = br#"{"error":{"code":-32603,"message":"busy"}}"#;
        assert_eq!(read_answer(refused), Ended::Badly("error: busy".to_owned()));
        assert_eq!(
            read_answer(b""),
            Ended::Badly("error: the tool gave no answer".to_owned())
        );
    }
}
