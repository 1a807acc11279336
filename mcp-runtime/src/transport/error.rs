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
    /// A server on an address that others reach, open to everybody; see
    /// [`http::HttpService::serve`](crate::transport::http::HttpService::serve).
    #[cfg(feature = "http")]
    #[error(
        "`{0}` is reached from other machines and anybody could call the tools; set `auth_token` \
         (`--auth-token`, or the environment variable `MCP_AUTH_TOKEN`), or `allow_no_auth` \
         (`--allow-no-auth`) if something in front decides who may"
    )]
    Open(std::net::SocketAddr),
    /// A token without a character, which no client could send.
    #[cfg(feature = "http")]
    #[error("`auth_token` is empty; leave it out to serve without a token")]
    EmptyToken,
    /// The listener failed.
    #[cfg(feature = "http")]
    #[error("cannot listen")]
    Listen(#[source] io::Error),
    /// The input failed; its plain end is no error.
    #[error("cannot read the input")]
    Read(#[source] io::Error),
    /// The output failed; a reader that went away is no error.
    #[error("cannot write the output")]
    Write(#[source] io::Error),
}
