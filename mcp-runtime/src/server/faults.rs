//! The errors of the protocol that a server answers with, each in one place and in one voice.
//!
//! Spec: MCP 2026-07-28, basic, "Error Codes".

use crate::jsonrpc::{ErrorCode, ErrorObject, write_string};
use crate::wire::{ClientCapabilities, Era, ProtocolVersion};
use std::borrow::Cow;

/// How long a client should wait before it tries a busy server again, in milliseconds.
const RETRY_AFTER_MS: u32 = 250;

pub(super) fn same_id() -> ErrorObject {
    ErrorObject::new(
        ErrorCode::INVALID_REQUEST,
        "a request with this id is in flight; use each id once",
    )
}

pub(super) fn busy() -> ErrorObject {
    ErrorObject::new(
        ErrorCode::INTERNAL_ERROR,
        "the server is busy; retry in a moment",
    )
    .with_data(format!(r#"{{"retryAfterMs":{RETRY_AFTER_MS}}}"#))
}

pub(super) fn missing_capabilities(tool: &str, missing: ClientCapabilities) -> ErrorObject {
    ErrorObject::new(
        ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY,
        format!("`{tool}` needs a client that declares {missing}; this one does not"),
    )
    .with_data(format!(
        r#"{{"requiredCapabilities":{}}}"#,
        missing.to_json()
    ))
}

pub(super) fn parse_error(message: &'static str) -> ErrorObject {
    ErrorObject::new(ErrorCode::PARSE_ERROR, message)
}

pub(super) fn invalid_request(message: impl Into<Cow<'static, str>>) -> ErrorObject {
    ErrorObject::new(ErrorCode::INVALID_REQUEST, message)
}

pub(super) fn invalid_params(message: impl Into<Cow<'static, str>>) -> ErrorObject {
    ErrorObject::new(ErrorCode::INVALID_PARAMS, message)
}

/// Headers that disagree with the body.
#[cfg(feature = "http")]
pub(super) fn header_mismatch(message: impl Into<Cow<'static, str>>) -> ErrorObject {
    ErrorObject::new(ErrorCode::HEADER_MISMATCH, message)
}

pub(super) fn unknown_method(name: &str) -> ErrorObject {
    ErrorObject::new(
        ErrorCode::METHOD_NOT_FOUND,
        format!("unknown method `{name}`"),
    )
}

/// What the handshake and `ping` became in 2026-07-28.
pub(super) fn unknown_in_modern(name: &str) -> ErrorObject {
    ErrorObject::new(
        ErrorCode::METHOD_NOT_FOUND,
        format!(
            "unknown method `{name}` in protocol version {}; it belongs to the versions up to {}",
            ProtocolVersion::LATEST,
            ProtocolVersion::LATEST_LEGACY
        ),
    )
}

/// A resource that is not there: a code of its own until 2025-11-25.
pub(super) fn unknown_resource(version: ProtocolVersion, uri: &str) -> ErrorObject {
    let code = match version.era() {
        Era::Legacy => ErrorCode::RESOURCE_NOT_FOUND,
        Era::Modern => ErrorCode::INVALID_PARAMS,
    };
    let mut data = br#"{"uri":"#.to_vec();
    write_string(&mut data, uri);
    data.push(b'}');
    let data = String::from_utf8(data).expect("made of text alone");
    ErrorObject::new(code, "there is no resource with this `uri`").with_data(data)
}

/// A function that is no tool failed; a tool has a result for that.
pub(super) fn failed(text: impl Into<Cow<'static, str>>) -> ErrorObject {
    ErrorObject::new(ErrorCode::INTERNAL_ERROR, text)
}
