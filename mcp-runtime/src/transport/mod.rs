//! How messages travel: over byte streams and over HTTP.
//!
//! [`stdio`] is the transport of a program started by its client; [`serve`] does the same over any
//! pair of byte streams, such as the two halves of a socket or of `tokio::io::duplex`.
//! `http`, with the feature of that name, is Streamable HTTP.
//!
//! Does not know what a message says. A line goes into a connection whole and an answer comes out
//! whole; what lies between is the server's.
//!
//! Invariant of byte streams: one message a line, in both directions, and only one writer for each output.
//!
//! Spec: MCP 2026-07-28, basic/transports.

#[cfg(feature = "stdio")]
mod ends;
mod error;
#[cfg(feature = "http")]
pub mod http;
#[cfg(any(feature = "stdio", feature = "client"))]
mod lines;
#[cfg(feature = "stdio")]
mod outbox;
#[cfg(feature = "stdio")]
mod output;
#[cfg(feature = "stdio")]
mod peer;
#[cfg(feature = "stdio")]
mod pulse;
#[cfg(feature = "stdio")]
mod seldom;
#[cfg(feature = "stdio")]
mod session;
#[cfg(feature = "stdio")]
pub mod stdio;

#[cfg(all(test, feature = "stdio"))]
mod session_progress_tests;

#[cfg(feature = "stdio")]
use tokio::io::{AsyncRead, AsyncWrite};

#[cfg(feature = "stdio")]
use self::ends::Unseen;
pub use self::error::ServeError;
#[cfg(feature = "client")]
pub(crate) use self::lines::{Line, Lines};
#[cfg(feature = "stdio")]
pub(crate) use self::pulse::Pulse;
#[cfg(feature = "stdio")]
use crate::server::Service;

/// Serves one client over any pair of byte streams, one JSON message a line, until the input ends.
///
/// At the end of the input the calls in flight have the drain limit of the service (5 s) to finish;
/// what is not done by then is cancelled. A peer that closes its end of the output ends the
/// connection quietly, without an error. While the peer leaves its answers unread, at most 4 MiB of
/// them wait, then reading stops too. After the end of the input answers are written for as long as
/// the peer goes on reading them, with no more than the drain limit between two reads.
///
/// Installs no signal handlers and logs to `tracing` alone. Runs on any tokio runtime with its time
/// driver enabled.
///
/// # Errors
///
/// [`ServeError::Read`] or [`ServeError::Write`] when a stream fails in a way that is not its plain
/// end.
///
/// # Panics
///
/// Outside a tokio runtime, and in one without a time driver.
///
/// # Cancel safety
///
/// Dropping the future cancels every call in flight; a message may then be written in part.
#[cfg(feature = "stdio")]
pub async fn serve<R, W>(service: &Service, reader: R, writer: W) -> Result<(), ServeError>
where
    R: AsyncRead + Send,
    W: AsyncWrite + Send,
{
    session::run(
        service.connect(),
        session::Settings::of(service.limits()),
        reader,
        writer,
        std::future::pending(),
        &Unseen,
        &Pulse::default(),
    )
    .await
}
