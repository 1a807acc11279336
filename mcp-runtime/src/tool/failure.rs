//! Failures of a function: a text, or an error of the protocol.
//!
//! Spec: MCP 2026-07-28, server/tools, "Error Handling".

use crate::jsonrpc::{ErrorCode, ErrorObject};
use std::error::Error;
use std::fmt;

/// Makes a call end as a JSON-RPC error instead of a result that the model reads.
///
/// Return it as the `Err` of a tool for faults that a program, not the model, has to deal with.
///
/// ```
/// use mcp::ProtocolError;
///
/// /// Reads a row.
/// #[mcp::tool]
/// fn row(id: u32) -> Result<String, ProtocolError> {
///     Err(ProtocolError::new(-32050, format!("shard of row {id} has moved")))
/// }
/// # fn main() {}
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolError(ErrorObject);

impl ProtocolError {
    /// An error with a code of the application's and one sentence.
    pub fn new(code: i32, message: impl Into<String>) -> Self {
        Self(ErrorObject::new(ErrorCode(code), message.into()))
    }

    /// The parameters of the request do not fit (−32602).
    pub fn invalid_params(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::INVALID_PARAMS.0, message)
    }

    /// The server failed (−32603).
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::INTERNAL_ERROR.0, message)
    }

    /// The same error with more data for the client.
    #[must_use]
    pub fn data(self, data: &serde_json::Value) -> Self {
        Self(self.0.with_data(data.to_string()))
    }

    pub(crate) fn object(&self) -> &ErrorObject {
        &self.0
    }
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl Error for ProtocolError {}

/// A type that can be the `Err` of a tool, a prompt or a resource: anything with `Display`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned as an error",
    label = "this error has no text",
    note = "implement `std::fmt::Display` for it, or return `mcp::ProtocolError`"
)]
pub trait FailureText {
    /// The text for the client, with causes where the type shows them.
    fn failure_text(&self) -> String;
}

#[diagnostic::do_not_recommend]
impl<E: fmt::Display> FailureText for E {
    fn failure_text(&self) -> String {
        // The alternate form is where `anyhow` and its like print the causes.
        format!("{self:#}")
    }
}

/// What a call can end with when the function returned an `Err`; the text may be masked.
pub trait FromFailure {
    #[doc(hidden)]
    fn from_failure(text: String) -> Self;
}

/// What a function made that has no way of its own to say that it failed.
#[derive(Debug)]
pub enum Made<T> {
    /// What it returned.
    Value(T),
    /// The text of its `Err`.
    Failed(String),
}

impl<T> FromFailure for Made<T> {
    fn from_failure(text: String) -> Self {
        Self::Failed(text)
    }
}

/// The text of `error` and of its causes, outermost first.
///
/// A cause whose text the outer error already repeats is not said twice.
pub(crate) fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let next = error.to_string();
        if !text.contains(&next) {
            text.push_str(": ");
            text.push_str(&next);
        }
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::with_causes;

    #[derive(Debug, thiserror::Error)]
    #[error("cannot read the table")]
    struct Outer(#[source] std::num::ParseIntError);

    #[derive(Debug, thiserror::Error)]
    #[error("bad number: {0}")]
    struct Repeats(#[source] std::num::ParseIntError);

    #[test]
    fn causes_are_said_once() {
        let cause = || "x".parse::<i32>().expect_err("no number");
        assert_eq!(
            with_causes(&Outer(cause())),
            "cannot read the table: invalid digit found in string"
        );
        assert_eq!(
            with_causes(&Repeats(cause())),
            "bad number: invalid digit found in string"
        );
    }
}
