//! What may be set of a client, with defaults.

use crate::wire::{Era, Implementation};
use std::time::Duration;

/// The settings of a client.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) client: Implementation,
    /// How long a request may take; `None` for ever.
    pub(super) timeout: Option<Duration>,
    /// How long a server may take to say whether it is modern.
    pub(super) probe: Duration,
    /// How long a close may take.
    pub(super) close: Duration,
    /// The most bytes of a message.
    pub(super) max_message_size: usize,
    /// The era, where it is known.
    pub(super) era: Option<Era>,
    /// How often questions of the server are answered within one request.
    pub(super) rounds: usize,
    /// How often a connection that was lost is made again, between two successes.
    pub(super) restarts: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            client: Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")),
            timeout: Some(Duration::from_secs(60)),
            probe: Duration::from_secs(3),
            close: Duration::from_secs(5),
            max_message_size: 64 * 1024 * 1024,
            era: None,
            rounds: 10,
            restarts: 0,
        }
    }
}
