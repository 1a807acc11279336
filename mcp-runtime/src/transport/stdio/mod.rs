//! The standard streams as a transport: a program started by its client.
//!
//! While a server runs, descriptors 0 and 1 are moved aside, so that no print, no C library and no
//! child process of a tool can write into the channel or read from it; see `claim`. Does not know
//! messages, lines or signals.
//!
//! Spec: MCP 2026-07-28, basic/transports, "stdio".

#[cfg(unix)]
mod claim;
#[cfg(not(unix))]
#[path = "claim_plain.rs"]
mod claim;
#[cfg(any(target_os = "linux", target_os = "android"))]
mod hangup;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
#[path = "hangup_plain.rs"]
mod hangup;
#[cfg(unix)]
mod polled;
#[cfg(unix)]
mod streams;
mod threads;

use std::future::{Future, pending};

use super::ends::Ends;
use super::error::ServeError;
use super::{Pulse, session};
use crate::server::Service;

pub(crate) use self::claim::Claim;
#[cfg(feature = "cli")]
pub(crate) use self::hangup::Hangup;

/// Serves one client on the standard streams until the input ends.
///
/// While it runs, descriptors 0 and 1 are private to it: what the program prints goes to stderr,
/// what it reads is empty, and child processes inherit the same. When the future is done or
/// dropped, what lies in the buffer of [`std::io::stdout`] is flushed (to stderr) and the streams
/// are put back.
///
/// The rest is as with [`transport::serve`](super::serve); no signal handlers are installed. A
/// reader of the output that goes away ends serving at once on Linux, elsewhere at the next answer.
/// A sync tool that blocks its thread for ever does not delay the end of serving, but it does delay
/// the end of a runtime that is dropped; end yours with `shutdown_background`. An async tool that
/// blocks its thread may delay both. `Server::run` ends in either case.
///
/// Elsewhere than on Unix the streams are not moved aside: there a print in a tool does reach the
/// client.
///
/// # Errors
///
/// [`ServeError::Claimed`] while another server holds the streams, [`ServeError::Claim`] if they
/// cannot be moved, [`ServeError::Read`] and [`ServeError::Write`] if one fails in a way that is
/// not its plain end.
///
/// # Panics
///
/// Outside a tokio runtime, and in one without its IO and time drivers (`enable_all`).
///
/// # Cancel safety
///
/// Dropping the future cancels every call in flight and puts the streams back; input that was read
/// is lost.
pub async fn serve(service: &Service) -> Result<(), ServeError> {
    let claim = Claim::take()?;
    serve_claimed(service, &claim, pending(), &Pulse::default()).await
}

/// Serves on streams already claimed, until the input ends or `stop` is ready.
pub(crate) async fn serve_claimed(
    service: &Service,
    claim: &Claim,
    stop: impl Future<Output = ()>,
    pulse: &Pulse,
) -> Result<(), ServeError> {
    let (reader, writer) = claim.open().map_err(ServeError::Claim)?;
    session::run(
        service.connect(),
        session::Settings::of(service.limits()),
        reader,
        writer,
        stop,
        &ClaimedEnds {
            claim,
            output: claim.output_hangup(),
        },
        pulse,
    )
    .await
}

/// The far ends of the claimed streams.
struct ClaimedEnds<'a> {
    claim: &'a Claim,
    output: Option<hangup::Hangup>,
}

impl Ends for ClaimedEnds<'_> {
    fn input_hung_up(&self) -> bool {
        self.claim.input_hung_up()
    }

    async fn output_hung_up(&self) {
        match &self.output {
            Some(reader) => reader.wait().await,
            None => pending().await,
        }
    }
}

impl Service {
    /// Serves one client on the standard streams until the input ends; see
    /// [`transport::stdio::serve`](serve).
    ///
    /// # Errors
    ///
    /// As [`transport::stdio::serve`](serve).
    ///
    /// # Panics
    ///
    /// As [`transport::stdio::serve`](serve).
    pub async fn serve_stdio(&self) -> Result<(), ServeError> {
        serve(self).await
    }
}

#[cfg(all(test, unix))]
#[path = "streams_tests.rs"]
mod tests;
