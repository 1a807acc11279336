//! Where the far end of a stream cannot be watched: the next read or write tells that it is gone.

use std::convert::Infallible;

/// The far end of one stream; there is none that can be watched.
pub(crate) struct Hangup(Infallible);

impl Hangup {
    /// Nothing can be watched.
    #[cfg(feature = "cli")]
    pub(super) fn of_input<D>(_: &D) -> Option<Self> {
        None
    }

    /// Nothing can be watched.
    pub(super) fn of_output<D>(_: &D) -> Option<Self> {
        None
    }

    /// Waits until the far end is gone.
    pub(crate) async fn wait(&self) {
        match self.0 {}
    }
}
