//! The error object and its codes, and how an error answer is written.
//!
//! Spec: JSON-RPC 2.0, "Error object"; MCP 2026-07-28, basic, "Error Codes".

use super::Id;
use std::borrow::Cow;

/// The code of a JSON-RPC error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ErrorCode(pub i32);

impl ErrorCode {
    /// The text is no JSON.
    pub const PARSE_ERROR: Self = Self(-32700);
    /// JSON, but no request that could be served now.
    pub const INVALID_REQUEST: Self = Self(-32600);
    /// The method does not exist here.
    pub const METHOD_NOT_FOUND: Self = Self(-32601);
    /// The parameters do not fit the method.
    pub const INVALID_PARAMS: Self = Self(-32602);
    /// The server failed.
    pub const INTERNAL_ERROR: Self = Self(-32603);
    /// The headers of an HTTP request disagree with its body (2026-07-28).
    pub const HEADER_MISMATCH: Self = Self(-32020);
    /// The client did not declare a capability that the request needs (2026-07-28).
    pub const MISSING_REQUIRED_CLIENT_CAPABILITY: Self = Self(-32021);
    /// The resource does not exist (2025-11-25 and before).
    pub const RESOURCE_NOT_FOUND: Self = Self(-32002);
    /// The requested protocol version is not served (2026-07-28).
    pub const UNSUPPORTED_PROTOCOL_VERSION: Self = Self(-32022);
}

/// The `error` member of an answer: code, message and optional data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorObject {
    /// What kind of fault it is.
    pub code: ErrorCode,
    /// One sentence for a person.
    pub message: Cow<'static, str>,
    /// More, as JSON text.
    pub data: Option<String>,
}

impl ErrorObject {
    /// An error without data.
    pub fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }

    /// The same error with `data`, which must be JSON text.
    pub(crate) fn with_data(mut self, data: impl Into<String>) -> Self {
        self.data = Some(data.into());
        self
    }
}

/// What stands at `id` in an error answer whose request had no readable id.
///
/// Revisions from 2025-11-25 on leave the member out, older ones require it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoId {
    Omit,
    Null,
}

/// Writes a whole error answer.
pub(crate) fn write_error(id: Result<&Id, NoId>, error: &ErrorObject) -> Vec<u8> {
    let mut out = Vec::with_capacity(96 + error.message.len());
    out.extend_from_slice(br#"{"jsonrpc":"2.0","#);
    match id {
        Ok(id) => {
            out.extend_from_slice(br#""id":"#);
            out.extend_from_slice(id.as_json().as_bytes());
            out.push(b',');
        }
        Err(NoId::Null) => out.extend_from_slice(br#""id":null,"#),
        Err(NoId::Omit) => {}
    }
    out.extend_from_slice(br#""error":{"code":"#);
    out.extend_from_slice(error.code.0.to_string().as_bytes());
    out.extend_from_slice(br#","message":"#);
    write_string(&mut out, &error.message);
    if let Some(data) = &error.data {
        out.extend_from_slice(br#","data":"#);
        out.extend_from_slice(data.as_bytes());
    }
    out.extend_from_slice(b"}}");
    out
}

/// Writes `text` as a JSON string.
pub(crate) fn write_string(out: &mut Vec<u8>, text: &str) {
    // Writing a string into memory has no way to fail.
    serde_json::to_writer(out, text).expect("a string is JSON and memory takes it");
}
