//! The keys of `#[mcp::tool(..)]` that say how calls run.
//!
//! Does not know which of them go together: that is `check`.

use crate::attr::Entry;
use crate::errors::Errors;
use crate::model::Running;
use crate::names;
use proc_macro2::Span;
use std::time::Duration;

/// The keys read here.
pub(super) const KEYS: [&str; 4] = ["blocking", "timeout", "heartbeat", "sequential"];

/// Reads an entry whose key is one of [`KEYS`].
pub(super) fn running(errors: &mut Errors, entry: &Entry, found: &mut Running) {
    match names::plain(&entry.key).as_str() {
        "blocking" => found.blocking = entry.alone(errors),
        "timeout" => {
            let zero = "no tool finishes in no time; give `timeout` more than zero";
            found.timeout = time(errors, entry, "timeout", zero);
        }
        "heartbeat" => {
            let zero = "nobody can be told without a pause; give `heartbeat` more than zero";
            found.heartbeat = time(errors, entry, "heartbeat", zero);
        }
        _ => found.sequential = entry.alone(errors),
    }
}

/// A key with a time, as in `timeout = "20s"`; `zero` is the fault of having none.
fn time(errors: &mut Errors, entry: &Entry, key: &str, zero: &str) -> Option<(Duration, Span)> {
    let (text, at) = entry.text(errors)?;
    match duration(&text) {
        Some(Duration::ZERO) => {
            errors.at(at, zero);
            None
        }
        Some(duration) => Some((duration, entry.key.span())),
        None => {
            errors.at(
                at,
                format!(
                    "`{text}` is no time; write a whole number with `ms`, `s` or `m`, as in `{key} = \"20s\"`"
                ),
            );
            None
        }
    }
}

/// A whole number of milliseconds, seconds or minutes.
fn duration(text: &str) -> Option<Duration> {
    let end = text.find(|c: char| !c.is_ascii_digit())?;
    let (count, unit) = text.split_at(end);
    let count: u64 = count.parse().ok()?;
    let milliseconds = match unit {
        "ms" => Some(count),
        "s" => count.checked_mul(1_000),
        "m" => count.checked_mul(60_000),
        _ => None,
    };
    milliseconds.map(Duration::from_millis)
}
