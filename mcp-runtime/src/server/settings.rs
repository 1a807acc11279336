//! Settings of a server with their units and defaults.

use crate::wire::Era;
use std::time::Duration;

/// What a server admits. Every limit has a builder method of its own on [`Server`](crate::Server).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The longest message, in bytes. 16 MiB.
    pub message_size: usize,
    /// Calls in flight on one connection. 1024.
    pub calls_per_connection: usize,
    /// Calls in flight on the whole server. 16 384.
    pub calls: usize,
    /// How long calls in flight may go on when the input has ended or the server is stopped. 5 s.
    pub drain: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message_size: 16 * 1024 * 1024,
            calls_per_connection: 1024,
            calls: 16_384,
            drain: Duration::from_secs(5),
        }
    }
}

/// Who may keep a cached answer.
///
/// Spec: MCP 2026-07-28, server/utilities/caching.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CacheScope {
    /// Only the client that asked.
    #[default]
    Private,
    /// Anybody.
    Public,
}

impl CacheScope {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Public => "public",
        }
    }
}

/// How long and by whom lists and the discovery may be cached.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cache {
    pub(super) ttl: Duration,
    pub(super) scope: CacheScope,
}

/// The eras that are served.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eras {
    pub(super) legacy: bool,
    pub(super) modern: bool,
}

impl Eras {
    pub(super) const BOTH: Self = Self {
        legacy: true,
        modern: true,
    };

    pub(super) fn of(eras: impl IntoIterator<Item = Era>) -> Self {
        eras.into_iter().fold(
            Self {
                legacy: false,
                modern: false,
            },
            |eras, era| Self {
                legacy: eras.legacy || era == Era::Legacy,
                modern: eras.modern || era == Era::Modern,
            },
        )
    }
}
