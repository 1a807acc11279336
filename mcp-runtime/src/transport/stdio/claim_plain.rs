//! The standard streams where they cannot be moved aside: plain threads over `std::io::stdin` and
//! `stdout`.
//!
//! A print in a tool reaches the client here. Invariant: one claim at a time in a process.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use super::hangup::Hangup;
use super::threads::{ThreadReader, ThreadWriter};
use crate::transport::ServeError;

/// Some server holds the standard streams.
static CLAIMED: AtomicBool = AtomicBool::new(false);

/// The standard streams, held.
pub(crate) struct Claim {
    restores: bool,
}

impl Claim {
    /// Takes the standard streams; nothing is moved.
    pub(crate) fn take() -> Result<Self, ServeError> {
        if CLAIMED.swap(true, Ordering::AcqRel) {
            return Err(ServeError::Claimed);
        }
        Ok(Claim { restores: true })
    }

    /// Never lets another server have the streams.
    #[cfg(feature = "cli")]
    pub(crate) fn keep(mut self) -> Self {
        self.restores = false;
        self
    }

    /// Opens the streams for reading and writing without blocking.
    pub(super) fn open(&self) -> io::Result<(ThreadReader, ThreadWriter)> {
        let reader = ThreadReader::start(|chunk: &mut [u8]| io::stdin().lock().read(chunk))?;
        let writer = ThreadWriter::start(|bytes: &[u8]| {
            let mut output = io::stdout().lock();
            output.write_all(bytes)?;
            output.flush()
        })?;
        Ok((reader, writer))
    }

    /// Whether nobody can write to the input any more; not known here.
    pub(super) fn input_hung_up(&self) -> bool {
        false
    }

    /// Watches the writer of the input, which cannot be done here.
    #[cfg(feature = "cli")]
    pub(crate) fn input_hangup(&self) -> Option<Hangup> {
        Hangup::of_input(&io::stdin())
    }

    /// Watches the reader of the output, which cannot be done here.
    pub(super) fn output_hangup(&self) -> Option<Hangup> {
        Hangup::of_output(&io::stdout())
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if self.restores {
            CLAIMED.store(false, Ordering::Release);
        }
    }
}
