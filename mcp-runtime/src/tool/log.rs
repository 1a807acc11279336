//! What a call says to its client's log, and from which level on the client wants it.
//!
//! Does not know where a frame goes: that is behind [`Road`](super::Road).
//!
//! Spec: MCP 2026-07-28, server/utilities/logging.

use super::Context;
use crate::wire::{LogLevel, log_frame};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// From which level on a client wants to hear.
#[derive(Clone, Debug, Default)]
pub(crate) enum Wanted {
    /// Nothing.
    #[default]
    Nothing,
    /// What the request said.
    From(LogLevel),
    /// What the connection says, which may change while a call runs.
    Shared(SharedLevel),
}

/// The level that an older client has set for its connection.
#[derive(Clone, Debug)]
pub(crate) struct SharedLevel(Arc<AtomicUsize>);

/// A client that has set no level leaves it to the server.
impl Default for SharedLevel {
    fn default() -> Self {
        Self(Arc::new(AtomicUsize::new(LogLevel::Info as usize)))
    }
}

impl SharedLevel {
    pub(crate) fn set(&self, level: LogLevel) {
        self.0.store(level as usize, Ordering::Relaxed);
    }
}

impl Wanted {
    fn has(&self, level: LogLevel) -> bool {
        match self {
            Self::Nothing => false,
            Self::From(least) => level >= *least,
            Self::Shared(least) => level as usize >= least.0.load(Ordering::Relaxed),
        }
    }
}

impl Context {
    /// Says something to the client's log: any value that serialises, a text or an object.
    ///
    /// ```
    /// use mcp::LogLevel;
    ///
    /// /// Imports a file.
    /// #[mcp::tool]
    /// async fn import(ctx: &mcp::Context, path: String) -> usize {
    ///     ctx.log(LogLevel::Info, format!("reading {path}"));
    ///     ctx.log(LogLevel::Warning, serde_json::json!({"line": 3, "text": "empty"}));
    ///     0
    /// }
    /// # fn main() {}
    /// ```
    ///
    /// Nothing is sent below the level that the client wants. Clients up to 2025-11-25 set it for the
    /// connection (`logging/setLevel`) and get `info` and above before that; those of 2026-07-28
    /// name it with each request, and get nothing when they do not.
    ///
    /// The client reads it: no secrets. While it leaves what it was sent unread, messages are
    /// dropped. Never waits; after the call has ended, or once it was cancelled, this does nothing.
    ///
    /// Spec: MCP 2026-07-28, server/utilities/logging, which advises new programs to write to stderr
    /// or to send traces instead.
    pub fn log(&self, level: LogLevel, data: impl Serialize) {
        self.log_message(level, None, &data);
    }

    /// The same as [`log`](Self::log), in the name of a part of the program.
    pub fn log_as(&self, logger: &str, level: LogLevel, data: impl Serialize) {
        self.log_message(level, Some(logger), &data);
    }

    /// Whether the client wants to hear of what has this level, for data that is costly to make.
    pub fn logs(&self, level: LogLevel) -> bool {
        self.road().is_some() && self.wanted().has(level)
    }

    fn log_message(&self, level: LogLevel, logger: Option<&str>, data: &dyn erased::Data) {
        let Some(road) = self.road().filter(|_| self.wanted().has(level)) else {
            return;
        };
        let data = match data.to_json() {
            Ok(data) => data,
            Err(error) => {
                tracing::debug!(%error, "a log message without a JSON form was dropped");
                return;
            }
        };
        if !road.has_room() {
            tracing::debug!("a log message was dropped; the client does not keep up");
            return;
        }
        if road.put(&log_frame(level, logger, &data)) {
            road.announce();
        }
    }
}

/// One copy of the code above for all types.
mod erased {
    use serde::Serialize;

    pub(super) trait Data {
        fn to_json(&self) -> Result<Vec<u8>, serde_json::Error>;
    }

    impl<T: Serialize> Data for T {
        fn to_json(&self) -> Result<Vec<u8>, serde_json::Error> {
            serde_json::to_vec(self)
        }
    }
}
