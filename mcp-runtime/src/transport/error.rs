//! Why serving ended otherwise than by the end of the input.
//!
//! Does not know answers to a client: those are JSON-RPC errors and never come here.

use std::io;

/// Why serving ended otherwise than by the end of the input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// Another server of this process holds the standard streams.
    #[error("standard input and output are taken already; serve them once at a time")]
    Claimed,
    /// The standard streams could not be moved aside.
    #[error("cannot move the standard streams aside")]
    Claim(#[source] io::Error),
    /// The runtime of a whole program could not be made; see `Server::run`.
    #[error("cannot start a runtime")]
    Runtime(#[source] io::Error),
    /// The input failed; its plain end is no error.
    #[error("cannot read the input")]
    Read(#[source] io::Error),
    /// The output failed; a reader that went away is no error.
    #[error("cannot write the output")]
    Write(#[source] io::Error),
}
