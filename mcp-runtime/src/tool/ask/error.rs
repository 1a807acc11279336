//! Why a question has no answer.

use super::super::ProtocolError;
use crate::wire::ClientCapabilities;

/// Why a question to the client has no answer.
///
/// As the `Err` of a tool it is a text for the model; `?` makes it a `String` or a
/// [`ProtocolError`] too.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// The client did not declare what the question needs.
    #[error("the client did not declare {0}, so it cannot be asked")]
    NotDeclared(ClientCapabilities),
    /// No question can reach the client while this call runs.
    #[error("there is no way to ask the client during this call")]
    NoWay,
    /// The client speaks 2026-07-28, whose clients this library cannot ask yet.
    #[error("clients of 2026-07-28 cannot be asked yet")]
    NotYet,
    /// The type is no form; what is wrong with it.
    #[error("this cannot be asked with a form: {0}")]
    NoForm(String),
    /// No answer fitted the form.
    #[error("the user's answers did not fit the form")]
    NoFit,
    /// The client answered with an error; its text.
    #[error("the client could not ask: {0}")]
    Refused(String),
    /// What the client answered is no answer; the method it was asked.
    #[error("the client's answer to `{0}` cannot be read")]
    Unreadable(String),
    /// The user said no.
    #[error("the user declined")]
    Declined,
    /// The user said neither yes nor no.
    #[error("the user did not decide")]
    Cancelled,
}

impl From<AskError> for String {
    fn from(error: AskError) -> Self {
        error.to_string()
    }
}

impl From<AskError> for ProtocolError {
    fn from(error: AskError) -> Self {
        Self::internal(error)
    }
}
