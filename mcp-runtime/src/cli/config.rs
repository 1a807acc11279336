//! `--mcp-config`: the entry that adds this program to a client's configuration.
//!
//! Prints it and writes no file. Does not know what the server offers.

use std::ffi::OsString;
use std::path::PathBuf;
use std::{env, io};

use clap::ValueEnum;
use serde::Serialize;

/// A client whose configuration format is known.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Client {
    ClaudeDesktop,
    ClaudeCode,
    Cursor,
    #[value(name = "vscode")]
    VsCode,
    Windsurf,
    GeminiCli,
    Zed,
    Codex,
}

/// What `--mcp-config` prints.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The entry in the client's own format.
    pub(super) text: String,
    /// A shorter way to the same end, for people.
    pub(super) hint: Option<String>,
}

/// Why there is no entry.
#[derive(Debug, thiserror::Error)]
pub(super) enum ConfigError {
    #[error("cannot tell where this program is: {0}")]
    Program(io::Error),
    #[error("`{}` is not Unicode, so a configuration file cannot name it", .0.display())]
    NotUnicode(PathBuf),
}

/// How a client starts the program.
#[derive(Serialize)]
struct Start {
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    transport: Option<&'static str>,
    command: String,
    args: Vec<String>,
}

/// The entry for `client`. `arguments` are those that this program was called with: a client has to
/// pass them too, but for the request to print.
pub(super) fn entry(
    name: &str,
    client: Client,
    arguments: impl Iterator<Item = OsString>,
) -> Result<Entry, ConfigError> {
    let text = |text: OsString| {
        text.into_string()
            .map_err(|text| ConfigError::NotUnicode(text.into()))
    };
    let start = Start {
        transport: (client == Client::VsCode).then_some("stdio"),
        command: text(env::current_exe().map_err(ConfigError::Program)?.into())?,
        args: without_ours(arguments)
            .map(text)
            .collect::<Result<_, _>>()?,
    };
    Ok(write(name, client, &start))
}

fn write(name: &str, client: Client, start: &Start) -> Entry {
    let table = match client {
        Client::Codex => {
            return Entry {
                text: toml(name, start),
                hint: None,
            };
        }
        Client::VsCode => "servers",
        Client::Zed => "context_servers",
        _ => "mcpServers",
    };
    let hint = (client == Client::ClaudeCode).then(|| {
        let words = [&start.command]
            .into_iter()
            .chain(&start.args)
            .map(|word| shell_word(word));
        format!(
            "or: claude mcp add {} -- {}",
            shell_word(name),
            words.collect::<Vec<_>>().join(" ")
        )
    });
    let text = format!("{{{}:{{{}:{}}}}}", json(table), json(name), json(start));
    Entry {
        text: super::pretty::indent(&text),
        hint,
    }
}

pub(super) fn json(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("strings and lists of strings have a JSON form")
}

/// A table of a TOML file, whose strings and lists are written as in JSON.
fn toml(name: &str, start: &Start) -> String {
    format!(
        "[mcp_servers.{}]\ncommand = {}\nargs = {}",
        toml_key(name),
        json(&start.command),
        json(&start.args)
    )
}

/// A key as TOML reads it.
pub(super) fn toml_key(name: &str) -> String {
    let bare = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    if bare { name.to_owned() } else { json(name) }
}

/// Leaves out the flags that ask for the entry.
fn without_ours(mut arguments: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    std::iter::from_fn(move || {
        loop {
            let argument = arguments.next()?;
            match argument.to_str() {
                Some("--mcp-config") => {}
                Some("--client") => drop(arguments.next()),
                Some(text) if text.starts_with("--client=") => {}
                _ => return Some(argument),
            }
        }
    })
}

/// A word as a POSIX shell reads it.
pub(super) fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_@%+=:,./-".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    //! Tests of the formats.

    use super::*;

    fn check(client: Client, expected: &str) {
        let start = Start {
            transport: (client == Client::VsCode).then_some("stdio"),
            command: "/opt/it's here/notes".to_owned(),
            args: vec!["--root".to_owned(), "/data".to_owned()],
        };
        let entry = write("notes", client, &start);
        let compact: String = entry
            .text
            .split_inclusive('\n')
            .map(str::trim_start)
            .collect();
        assert_eq!(
            compact.replace('\n', if client == Client::Codex { "\n" } else { "" }),
            expected
        );
    }

    #[test]
    fn clients_get_their_own_format() {
        let common = r#"{"mcpServers": {"notes": {"command": "/opt/it's here/notes","args": ["--root","/data"]}}}"#;
        for client in [
            Client::ClaudeDesktop,
            Client::ClaudeCode,
            Client::Cursor,
            Client::Windsurf,
            Client::GeminiCli,
        ] {
            check(client, common);
        }
        check(
            Client::Zed,
            &common.replace("mcpServers", "context_servers"),
        );
        check(
            Client::VsCode,
            r#"{"servers": {"notes": {"type": "stdio","command": "/opt/it's here/notes","args": ["--root","/data"]}}}"#,
        );
        check(
            Client::Codex,
            "[mcp_servers.notes]\ncommand = \"/opt/it's here/notes\"\nargs = [\"--root\",\"/data\"]",
        );
    }

    #[test]
    fn claude_code_has_a_command_for_it() {
        let start = Start {
            transport: None,
            command: "/opt/it's".to_owned(),
            args: vec!["a b".to_owned()],
        };
        let entry = write("notes", Client::ClaudeCode, &start);
        assert_eq!(
            entry.hint.as_deref(),
            Some(r"or: claude mcp add notes -- '/opt/it'\''s' 'a b'")
        );
    }

    #[test]
    fn the_programs_own_arguments_stay() {
        let arguments = [
            "--root",
            "/data",
            "--mcp-config",
            "--client",
            "zed",
            "--client=zed",
            "-v",
        ]
        .map(OsString::from);
        let kept: Vec<_> = without_ours(arguments.into_iter()).collect();
        assert_eq!(kept, ["--root", "/data", "-v"]);
    }
}
