//! What Streamable HTTP has to know of a message: its era, what its headers must repeat, the status
//! of its answer.
//!
//! Stands beside the method table, so that a transport need not look into messages. Does not know
//! HTTP itself: headers come as text, a status goes as a number.
//!
//! Spec: MCP 2026-07-28, basic/transports/streamable-http.

use super::begun::Caller;
use super::build::{Inner, Service};
use super::faults::{
    header_mismatch, invalid_params, parse_error, unknown_in_modern, unknown_method,
};
use super::methods::Method;
use super::prepared::Prepared;
use crate::jsonrpc::{ErrorObject, Message, NoId, classify, write_error};
use crate::tool::{Origin, Wanted};
use crate::wire::{Era, Params, ProtocolVersion};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::Value;
use std::borrow::Cow;
use std::sync::Arc;

/// The header that says which revision a request speaks.
pub(crate) const VERSION_HEADER: &str = "mcp-protocol-version";
const METHOD_HEADER: &str = "mcp-method";
const NAME_HEADER: &str = "mcp-name";
const PARAM_PREFIX: &str = "mcp-param-";

/// A header as it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sent<'a> {
    Absent,
    Text(&'a str),
    /// On several lines, or with bytes that no header may have.
    Unreadable,
}

/// How a message that came by POST is to be handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Posted {
    /// Stands alone.
    Modern,
    /// Begins a session.
    Initialize,
    /// Belongs to a session.
    Legacy,
}

/// A message that changes what a session is, besides the one that begins it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shaping {
    /// Completes the handshake.
    Initialized,
    /// Says what is to be logged.
    LogLevel,
}

/// A property of a tool that a header repeats.
#[derive(Debug)]
pub(super) struct HeaderPath {
    name: String,
    path: Vec<String>,
}

/// The properties with `x-mcp-header` in the text of a schema.
pub(super) fn header_paths(schema: &str) -> Vec<HeaderPath> {
    fn walk(schema: &Value, path: &mut Vec<String>, found: &mut Vec<HeaderPath>) {
        for (key, property) in schema["properties"].as_object().into_iter().flatten() {
            path.push(key.clone());
            if let Some(name) = property["x-mcp-header"].as_str() {
                found.push(HeaderPath {
                    name: format!("{PARAM_PREFIX}{}", name.to_ascii_lowercase()),
                    path: path.clone(),
                });
            }
            walk(property, path, found);
            path.pop();
        }
    }
    let mut found = Vec::new();
    // Most schemas have none, and are not read for that.
    if schema.contains("x-mcp-header")
        && let Ok(schema) = serde_json::from_str(schema)
    {
        walk(&schema, &mut Vec::new(), &mut found);
    }
    found
}

impl Service {
    /// Whether a request without a readable body, by its version header, is of the modern era.
    pub(crate) fn is_modern_head(&self, version: Sent<'_>) -> bool {
        let eras = self.inner.eras;
        let legacy = match version {
            Sent::Absent => true,
            Sent::Text(text) => {
                ProtocolVersion::known(text).is_some_and(|known| known.era() == Era::Legacy)
            }
            Sent::Unreadable => false,
        };
        eras.modern && (!legacy || !eras.legacy)
    }

    /// How a message is to be handled, by its version header and by what it says itself.
    pub(crate) fn posted(&self, version: Sent<'_>, body: &str) -> Posted {
        let eras = self.inner.eras;
        let message = classify(body);
        let (method, params) = match &message {
            Message::Request { method, params, .. } => (method.as_ref(), *params),
            Message::Notification { params, .. } => ("", *params),
            _ => ("", None),
        };
        let params = Params::read(params).unwrap_or_default();
        let named = params.meta.is_some_and(|meta| meta.names_version());
        if eras.modern && (named || method == "server/discover" || self.is_modern_head(version)) {
            Posted::Modern
        } else if method == "initialize" {
            Posted::Initialize
        } else {
            Posted::Legacy
        }
    }

    /// Whether a message of an older client changes what its session is.
    pub(crate) fn shaping(&self, body: &str) -> Option<Shaping> {
        let method = match classify(body) {
            Message::Request { method, .. } | Message::Notification { method, .. } => method,
            _ => return None,
        };
        match method.as_ref() {
            "notifications/initialized" => Some(Shaping::Initialized),
            "logging/setLevel" => Some(Shaping::LogLevel),
            _ => None,
        }
    }

    /// Holds the headers of a modern message against its body; an `Err` is the whole answer.
    pub(crate) fn check_headers<'h>(
        &self,
        body: &str,
        origin: &Origin,
        header: impl Fn(&str) -> Sent<'h>,
    ) -> Result<(), Vec<u8>> {
        let Message::Request { id, method, params } = classify(body) else {
            // What is no request has no metadata to compare; a broken one is told so elsewhere.
            return Ok(());
        };
        check(&self.inner, &method, params, origin, header)
            .map_err(|error| write_error(Ok(&id), &error))
    }

    /// The names of the headers that repeat arguments of any tool.
    pub(crate) fn parameter_headers(&self) -> Vec<String> {
        let surface = self.inner.surface.get();
        let headers = surface.tools.iter().flat_map(|tool| tool.headers.iter());
        headers.map(|header| header.name.clone()).collect()
    }
}

fn check<'h>(
    inner: &Inner,
    name: &str,
    params: Option<&str>,
    origin: &Origin,
    header: impl Fn(&str) -> Sent<'h>,
) -> Result<(), ErrorObject> {
    let method = Method::known(inner, name).ok_or_else(|| unknown_method(name))?;
    if matches!(method, Method::Initialize | Method::Ping) {
        return Err(unknown_in_modern(name));
    }
    let params = Params::read(params).map_err(invalid_params)?;
    let version = match params.meta.as_ref().map(|meta| meta.version_text()) {
        Some(Some(version)) => version,
        // The metadata is at fault, and the server has words for it when it names a version.
        Some(None)
            if params
                .meta
                .as_ref()
                .is_some_and(|meta| meta.names_version()) =>
        {
            return Ok(());
        }
        Some(None) | None => {
            return Err(invalid_params(
                "`_meta` lacks `io.modelcontextprotocol/protocolVersion`",
            ));
        }
    };
    same(header(VERSION_HEADER), "MCP-Protocol-Version", &version)?;
    same(header(METHOD_HEADER), "Mcp-Method", name)?;
    #[derive(Deserialize)]
    struct Named<'a> {
        #[serde(default, borrow)]
        name: Option<Cow<'a, str>>,
        #[serde(default, borrow)]
        uri: Option<Cow<'a, str>>,
    }
    let repeated = match (method, serde_json::from_str::<Named<'_>>(params.text)) {
        (Method::CallTool | Method::GetPrompt, Ok(named)) => named.name,
        (Method::ReadResource, Ok(named)) => named.uri,
        _ => None,
    };
    let Some(repeated) = repeated else {
        return Ok(());
    };
    same_encoded(header(NAME_HEADER), "Mcp-Name", &repeated)?;
    if method != Method::CallTool {
        return Ok(());
    }
    let surface = inner.surface.get();
    let Some(tool) = surface.tool(repeated.as_ref()) else {
        return Ok(());
    };
    let headers = &tool.headers;
    // Of a tool that is hidden nobody is told which headers it has.
    if headers.is_empty() || !shows(inner, tool, &params, origin) {
        return Ok(());
    }
    let params: Value = serde_json::from_str(params.text).unwrap_or_default();
    for HeaderPath { name, path } in headers {
        let value = path
            .iter()
            .try_fold(&params["arguments"], |value, key| value.get(key))
            .and_then(spelling);
        match (value, header(name)) {
            (None, Sent::Absent) => {}
            (None, _) => {
                return Err(header_mismatch(format!(
                    "the header `{name}` repeats `{}`, which the arguments do not have; leave it out",
                    path.join(".")
                )));
            }
            (Some(value), sent) => same_encoded(sent, name, &value)?,
        }
    }
    Ok(())
}

/// Whether a modern request may see a tool; one at fault may not.
fn shows(inner: &Inner, tool: &Prepared, params: &Params<'_>, origin: &Origin) -> bool {
    if inner.visible.is_none() {
        return true;
    }
    let Some(Ok(meta)) = params.meta.as_ref().map(|meta| meta.modern()) else {
        return false;
    };
    let caller = Caller {
        version: meta.version,
        client: meta.client.map(Arc::new),
        capabilities: meta.capabilities,
        wanted: Wanted::Nothing,
        origin: origin.clone(),
    };
    inner.shows(tool, &caller)
}

/// The one spelling of a value in a header; `None` for what is not there.
fn spelling(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(Cow::Borrowed(text)),
        Value::Number(number) => Some(Cow::Owned(match number.as_f64() {
            // `5.0` is an integer, and its decimal form has no point.
            Some(float) if number.is_f64() && float.fract() == 0.0 => format!("{float:.0}"),
            _ => number.to_string(),
        })),
        other => Some(Cow::Owned(other.to_string())),
    }
}

fn same(sent: Sent<'_>, name: &str, body: &str) -> Result<(), ErrorObject> {
    let text = readable(sent, name)?;
    match text == body {
        true => Ok(()),
        false => Err(differs(name, text, body)),
    }
}

fn same_encoded(sent: Sent<'_>, name: &str, body: &str) -> Result<(), ErrorObject> {
    let text = readable(sent, name)?;
    let encoded = text
        .strip_prefix("=?base64?")
        .and_then(|rest| rest.strip_suffix("?="));
    let value = match encoded {
        None => Cow::Borrowed(text),
        Some(encoded) => {
            let bytes = STANDARD.decode(encoded).ok();
            let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
            Cow::Owned(text.ok_or_else(|| {
                header_mismatch(format!(
                    "the header `{name}` is marked as base64 and is none of UTF-8"
                ))
            })?)
        }
    };
    match value == body {
        true => Ok(()),
        false => Err(differs(name, &value, body)),
    }
}

fn readable<'a>(sent: Sent<'a>, name: &str) -> Result<&'a str, ErrorObject> {
    match sent {
        Sent::Text(text) => Ok(text),
        Sent::Absent => Err(header_mismatch(format!(
            "the header `{name}` is missing; send it with what the body says"
        ))),
        Sent::Unreadable => Err(header_mismatch(format!(
            "the header `{name}` must be one line of visible ASCII"
        ))),
    }
}

fn differs(name: &str, header: &str, body: &str) -> ErrorObject {
    header_mismatch(format!(
        "the header `{name}` says `{header}` and the body says `{body}`"
    ))
}

/// The status of an answer of the modern era that was ready before a function ran.
pub(crate) fn modern_status(answer: &[u8]) -> u16 {
    #[derive(Deserialize)]
    struct Answered {
        error: Option<Fault>,
    }
    #[derive(Deserialize)]
    struct Fault {
        code: i32,
    }
    let code = serde_json::from_slice::<Answered>(answer)
        .ok()
        .and_then(|answered| answered.error)
        .map(|error| error.code);
    match code {
        Some(-32601) => 404,
        Some(-32700 | -32600 | -32602 | -32020 | -32021 | -32022) => 400,
        _ => 200,
    }
}

/// The answer to bytes that are no text.
pub(crate) fn not_utf8() -> Vec<u8> {
    write_error(Err(NoId::Omit), &parse_error("the message is not UTF-8"))
}

/// Whether an answer is an error of the protocol.
pub(crate) fn is_error(answer: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Answered {
        #[serde(default)]
        error: Option<serde::de::IgnoredAny>,
    }
    serde_json::from_slice::<Answered>(answer).is_ok_and(|answered| answered.error.is_some())
}
