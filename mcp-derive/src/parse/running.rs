//! The keys of `#[mcp::tool(..)]` that say how calls run.
//!
//! Does not know which of them go together: that is `check`.

use crate::attr::Entry;
use crate::errors::Errors;
use crate::model::Running;
use crate::names;
use std::time::Duration;

/// The keys read here.
pub(super) const KEYS: [&str; 3] = ["blocking", "timeout", "sequential"];

/// Reads an entry whose key is one of [`KEYS`].
pub(super) fn running(errors: &mut Errors, entry: &Entry, found: &mut Running) {
    match names::plain(&entry.key).as_str() {
        "blocking" => found.blocking = entry.alone(errors),
        "timeout" => found.timeout = timeout(errors, entry),
        _ => found.sequential = entry.alone(errors),
    }
}

/// `timeout = "20s"`.
fn timeout(errors: &mut Errors, entry: &Entry) -> Option<(Duration, proc_macro2::Span)> {
    let (text, at) = entry.text(errors)?;
    match duration(&text) {
        Some(Duration::ZERO) => {
            errors.at(
                at,
                "no tool finishes in no time; give `timeout` more than zero",
            );
            None
        }
        Some(duration) => Some((duration, entry.key.span())),
        None => {
            errors.at(
                at,
                format!(
                    "`{text}` is no time; write a whole number with `ms`, `s` or `m`, as in `timeout = \"20s\"`"
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
