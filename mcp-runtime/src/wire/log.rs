//! `notifications/message` and the levels of what is logged.
//!
//! Spec: MCP 2026-07-28, server/utilities/logging.

use crate::jsonrpc::write_string;
use serde::Deserialize;
use std::fmt;

/// How much a log message matters, as in syslog; greater is worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LogLevel {
    /// For whoever looks for a fault.
    Debug,
    /// What goes on.
    Info,
    /// Normal, and yet worth a look.
    Notice,
    /// Something may go wrong.
    Warning,
    /// Something went wrong.
    Error,
    /// A part of the system fails.
    Critical,
    /// Somebody has to act at once.
    Alert,
    /// The system is of no use any more.
    Emergency,
}

impl LogLevel {
    /// Every level, the least first.
    pub const ALL: [Self; 8] = [
        Self::Debug,
        Self::Info,
        Self::Notice,
        Self::Warning,
        Self::Error,
        Self::Critical,
        Self::Alert,
        Self::Emergency,
    ];

    /// The level as it is written on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }

    /// Reads a level from its JSON text; an `Err` says what there is instead.
    pub(crate) fn from_json(raw: &str) -> Result<Self, String> {
        let text: Option<String> = serde_json::from_str(raw).ok();
        let known = |text: String| Self::ALL.into_iter().find(|one| one.as_str() == text);
        text.and_then(known).ok_or_else(|| {
            let names = Self::ALL.map(|one| format!("`{one}`"));
            format!("is no log level; expected one of: {}", names.join(", "))
        })
    }
}

impl fmt::Display for LogLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// `logging/setLevel`.
#[derive(Deserialize)]
pub(crate) struct SetLevelParams<'a> {
    #[serde(borrow)]
    pub(crate) level: &'a serde_json::value::RawValue,
}

/// The whole message; `data` is JSON text.
pub(crate) fn log_frame(level: LogLevel, logger: Option<&str>, data: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(128 + data.len());
    out.extend_from_slice(
        br#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":""#,
    );
    out.extend_from_slice(level.as_str().as_bytes());
    out.push(b'"');
    if let Some(logger) = logger {
        out.extend_from_slice(br#","logger":"#);
        write_string(&mut out, logger);
    }
    out.extend_from_slice(br#","data":"#);
    out.extend_from_slice(data);
    out.extend_from_slice(b"}}");
    out
}
