//! What can go wrong with a request, one error for each way.
//!
//! Keeps code, data, status and source apart, so that a program can tell them. No error copies what
//! was sent or received into its text.

use crate::jsonrpc::ErrorObject;
use std::io;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

/// Why a request has no result.
///
/// A tool that fails is no error: its result says so, see [`CallResult`](super::CallResult).
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The server answered with an error.
    #[error("the server answered: {} ({})", .0.message, .0.code.0)]
    Rpc(ErrorObject),
    /// The connection is closed, or was lost before the answer came.
    #[error("{0}")]
    Closed(#[from] Closed),
    /// There was no answer in time; the request was cancelled.
    #[error("no answer within {} ms", .0.as_millis())]
    Timeout(Duration),
    /// The server went away from the protocol.
    #[error("the server broke the protocol: {0}")]
    Protocol(String),
    /// The value that was to be sent has no JSON form, or what came is not of the type asked for.
    #[error("{what}: {source}")]
    Value {
        /// What the value is.
        what: &'static str,
        /// Why it does not fit.
        source: Arc<serde_json::Error>,
    },
    /// An answer is longer than the limit.
    #[error("the answer is longer than {0} bytes")]
    TooLong(usize),
    /// The server asked for something that this client has no handler for, or too often.
    #[error("the server asked {0}")]
    Asked(String),
    /// The program cannot be started.
    #[error("`{program}` cannot be started: {source}")]
    Start {
        /// The program.
        program: String,
        /// Why not.
        source: Arc<io::Error>,
    },
    /// A target that is none, see [`Client::connect`](super::Client::connect).
    #[error("{0}")]
    Target(String),
}

/// How a connection ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Closed {
    /// It was closed by this side.
    pub here: bool,
    /// How the child process ended, if there was one and it has ended.
    pub exit: Option<ExitStatus>,
    /// The last of what the child wrote to its stderr.
    pub stderr: Option<String>,
    /// What went wrong, if it did not end by itself.
    pub reason: Option<String>,
}

impl Closed {
    /// Closed by this side.
    pub(super) fn here() -> Self {
        Self {
            here: true,
            ..Self::by_peer()
        }
    }

    /// The other side ended it.
    pub(super) fn by_peer() -> Self {
        Self {
            here: false,
            exit: None,
            stderr: None,
            reason: None,
        }
    }

    /// Something went wrong.
    pub(super) fn because(reason: impl std::fmt::Display) -> Self {
        Self {
            reason: Some(reason.to_string()),
            ..Self::by_peer()
        }
    }
}

impl std::fmt::Display for Closed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.here {
            true => "the connection is closed",
            false => "the connection was closed by the server",
        })?;
        if let Some(reason) = &self.reason {
            write!(f, ": {reason}")?;
        }
        if let Some(exit) = &self.exit {
            write!(f, " ({exit})")?;
        }
        if let Some(last) = self.stderr.as_deref().and_then(last_line) {
            write!(f, "; its last words: {last}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Closed {}

/// The last line that says something.
fn last_line(text: &str) -> Option<&str> {
    text.lines().map(str::trim).rfind(|line| !line.is_empty())
}

impl ClientError {
    pub(super) fn value(what: &'static str, source: serde_json::Error) -> Self {
        Self::Value {
            what,
            source: Arc::new(source),
        }
    }

    /// The code of the server's error, if it answered with one.
    pub fn code(&self) -> Option<crate::jsonrpc::ErrorCode> {
        match self {
            Self::Rpc(error) => Some(error.code),
            _ => None,
        }
    }
}
