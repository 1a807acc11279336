//! Moves descriptors 0 and 1 aside for the time of serving.
//!
//! The real streams go to private descriptors that no child process inherits; 0 becomes the null
//! device and 1 becomes stderr. Does not read or write them: that is `streams`.
//!
//! Invariant: one claim at a time in a process.

use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::fs::{Mode, OFlags, open};
use rustix::io::{Errno, fcntl_dupfd_cloexec};
use rustix::stdio::{dup2_stdin, dup2_stdout, stderr, stdin, stdout};

use super::hangup::Hangup;
use super::streams::{Input, Output, has_hung_up};
use crate::transport::ServeError;

/// Some server holds the standard streams.
static CLAIMED: AtomicBool = AtomicBool::new(false);

/// Private descriptors begin here, beyond those that programs know by number.
const FIRST_PRIVATE: i32 = 3;

/// The standard streams, held; dropping it puts them back.
pub(crate) struct Claim {
    input: OwnedFd,
    output: OwnedFd,
    /// Whether dropping the claim puts the streams back.
    restores: bool,
}

impl Claim {
    /// Moves the standard streams aside.
    pub(crate) fn take() -> Result<Self, ServeError> {
        if CLAIMED.swap(true, Ordering::AcqRel) {
            return Err(ServeError::Claimed);
        }
        Self::move_aside().map_err(|error| {
            CLAIMED.store(false, Ordering::Release);
            ServeError::Claim(error.into())
        })
    }

    fn move_aside() -> Result<Self, Errno> {
        let null = open("/dev/null", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty())?;
        // A closed descriptor stands for an empty stream.
        let private = |copied| match copied {
            Err(Errno::BADF) => fcntl_dupfd_cloexec(&null, FIRST_PRIVATE),
            other => other,
        };
        let claim = Claim {
            input: private(fcntl_dupfd_cloexec(stdin(), FIRST_PRIVATE))?,
            output: private(fcntl_dupfd_cloexec(stdout(), FIRST_PRIVATE))?,
            restores: true,
        };
        // From here on a failure drops the claim, which undoes what was done.
        dup2_stdin(&null)?;
        match dup2_stdout(stderr()) {
            Err(Errno::BADF) => dup2_stdout(&null)?,
            other => other?,
        }
        Ok(claim)
    }

    /// Never puts the streams back: for a program that ends after serving, whose last words would
    /// else reach the client.
    #[cfg(feature = "cli")]
    pub(crate) fn keep(mut self) -> Self {
        self.restores = false;
        self
    }

    /// Opens the streams for reading and writing without blocking.
    pub(super) fn open(&self) -> io::Result<(Input, Output)> {
        Ok((Input::open(&self.input)?, Output::open(&self.output)?))
    }

    /// Whether nobody can write to the input any more.
    pub(super) fn input_hung_up(&self) -> bool {
        has_hung_up(&self.input)
    }

    /// Watches the writer of the input, where that can be done; must be called within a runtime.
    #[cfg(feature = "cli")]
    pub(crate) fn input_hangup(&self) -> Option<Hangup> {
        Hangup::of_input(&self.input)
    }

    /// Watches the reader of the output, where that can be done; must be called within a runtime.
    pub(super) fn output_hangup(&self) -> Option<Hangup> {
        Hangup::of_output(&self.output)
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if !self.restores {
            return;
        }
        // What lies in the buffer was printed while serving and may not reach the client now.
        let _ = io::stdout().flush();
        if let Err(error) = dup2_stdin(&self.input).and_then(|()| dup2_stdout(&self.output)) {
            tracing::error!(%error, "cannot put the standard streams back");
        }
        CLAIMED.store(false, Ordering::Release);
    }
}
