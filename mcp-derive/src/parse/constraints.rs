//! The keys of `#[arg(..)]` that bound a value: numbers, lengths, a pattern.
//!
//! Does not know which of them a type can have.

use crate::attr::Entry;
use crate::errors::Errors;
use crate::model::{Bound, Constraints};
use crate::names;

/// The keys read here.
pub(super) const KEYS: [&str; 5] = ["min", "max", "min_length", "max_length", "pattern"];

/// Reads an entry whose key is one of [`KEYS`].
pub(super) fn constraint(errors: &mut Errors, entry: &Entry, found: &mut Constraints) {
    let at = entry.key.span();
    match names::plain(&entry.key).as_str() {
        "min" => found.min = entry.number(errors).map(|value| Bound { value, at }),
        "max" => found.max = entry.number(errors).map(|value| Bound { value, at }),
        "min_length" => found.min_length = entry.count(errors).map(|value| Bound { value, at }),
        "max_length" => found.max_length = entry.count(errors).map(|value| Bound { value, at }),
        _ => {
            let text = entry.text(errors);
            found.pattern = text.map(|(value, _)| Bound { value, at });
        }
    }
}
