//! Tells when the far end of a stream has gone, whatever flows through the stream meanwhile.
//!
//! A descriptor that is watched for input reports each arrival too. So each one gets an `epoll` of
//! its own that is asked for the hang-up alone, and the reactor watches that: nobody is woken by
//! data. Only nameless pipes and sockets are watched; a pipe with a name may be opened again by
//! somebody else, files have no far end. Does not read or write.

use std::future::pending;
use std::io;
use std::os::fd::{AsFd, OwnedFd};

use rustix::event::epoll::{CreateFlags, EventData, EventFlags, add, create};
use rustix::fs::FileType;
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;

use super::streams::{file_type, is_nameless};

/// The far end of one stream.
pub(crate) struct Hangup(AsyncFd<OwnedFd>);

impl Hangup {
    /// Watches the one who writes to `descriptor`; must be called within a runtime.
    ///
    /// `None` for what cannot be watched.
    #[cfg(feature = "cli")]
    pub(super) fn of_input(descriptor: &OwnedFd) -> Option<Self> {
        // A socket can be hung up in one direction, which this asks for.
        Self::watch(descriptor, EventFlags::RDHUP)
    }

    /// Watches the one who reads what goes to `descriptor`; must be called within a runtime.
    ///
    /// `None` for what cannot be watched.
    pub(super) fn of_output(descriptor: &OwnedFd) -> Option<Self> {
        // Errors and the hang-up of both directions are reported unasked.
        Self::watch(descriptor, EventFlags::empty())
    }

    fn watch(descriptor: &OwnedFd, events: EventFlags) -> Option<Self> {
        match file_type(descriptor.as_fd()) {
            FileType::Socket => {}
            FileType::Fifo if is_nameless(descriptor) => {}
            _ => return None,
        }
        match Self::try_watch(descriptor, events) {
            Ok(hangup) => Some(hangup),
            Err(error) => {
                tracing::debug!(%error, "a stream cannot be watched for its hang-up");
                None
            }
        }
    }

    #[allow(
        deprecated,
        reason = "its successor is `unsafe` for the sake of types other than `OwnedFd`"
    )]
    fn try_watch(descriptor: &OwnedFd, events: EventFlags) -> io::Result<Self> {
        let watch = create(CreateFlags::CLOEXEC)?;
        add(&watch, descriptor, EventData::new_u64(0), events)?;
        Ok(Hangup(AsyncFd::with_interest(watch, Interest::READABLE)?))
    }

    /// Waits until the far end is gone.
    pub(crate) async fn wait(&self) {
        // The readiness is never cleared: what is gone stays gone.
        if self.0.readable().await.is_err() {
            // The runtime is going away, which says nothing of the far end.
            pending::<()>().await;
        }
    }
}
