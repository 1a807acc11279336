//! Bounds on arguments: held against the JSON that came, so that they mean the same for every type.
//!
//! Does not know how they are published: that is `schema`.

use super::Parameter;
use super::sizes::{self, End};
use super::standard::Kind;
use crate::json::{Error, Measured, Reader, compare_numbers};
use crate::schema::Constraints;
use regex::{Regex, RegexBuilder};
use serde::de::Error as _;
use std::cmp::Ordering;
use std::sync::Arc;

/// The patterns of a tool's arguments, ready to match; each stands where its argument does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patterns(Option<Arc<[Option<Regex>]>>);

impl Patterns {
    /// Reads the patterns of `parameters`.
    ///
    /// # Errors
    ///
    /// The first argument whose pattern cannot be read, with the reason.
    pub(crate) fn new(parameters: &[Parameter]) -> Result<Self, (&'static str, String)> {
        let has_pattern = |parameter: &Parameter| parameter.constraints.pattern.is_some();
        if !parameters.iter().any(has_pattern) {
            return Ok(Self(None));
        }
        let read = |parameter: &Parameter| match parameter.constraints.pattern {
            None => Ok(None),
            Some(pattern) => RegexBuilder::new(pattern)
                .build()
                .map(Some)
                .map_err(|error| (parameter.key, reason(&error))),
        };
        let patterns = parameters.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        Ok(Self(Some(patterns.into())))
    }

    fn of(&self, index: usize) -> Option<&Regex> {
        self.0.as_deref()?.get(index)?.as_ref()
    }
}

/// The last line of what the engine says; before it stands a drawing.
fn reason(error: &regex::Error) -> String {
    let text = error.to_string();
    let last = text.lines().next_back().unwrap_or_default();
    last.trim_start_matches("error: ").to_owned()
}

/// Holds the bounds of a parameter against the value that comes next, without passing it.
///
/// What is of another kind than the bound is left to the decoder, which has the better words.
#[inline]
pub(super) fn check(
    parameter: &Parameter,
    index: usize,
    patterns: &Patterns,
    reader: &mut Reader<'_>,
) -> Result<(), Error> {
    match parameter.constraints.is_none() {
        true => Ok(()),
        false => measure(&parameter.constraints, patterns.of(index), reader),
    }
}

fn measure(
    bounds: &Constraints,
    pattern: Option<&Regex>,
    reader: &mut Reader<'_>,
) -> Result<(), Error> {
    let value = reader.measure();
    let limits = (bounds.min_length, bounds.max_length);
    match &value {
        Measured::Number(text) => {
            let beyond = |bound: Option<&str>, wrong: Ordering| {
                bound.is_some_and(|bound| compare_numbers(text, bound) == wrong)
            };
            if beyond(bounds.min, Ordering::Less) || beyond(bounds.max, Ordering::Greater) {
                let end = |bound: Option<&'static str>| bound.map(End::Inclusive);
                let wanted = sizes::range("a number", end(bounds.min), end(bounds.max));
                return Err(Error::expected(wanted, value.shown()));
            }
        }
        Measured::Text(text) => {
            if bounds.min_length.is_some() || bounds.max_length.is_some() {
                // a string has fewer than 2^64 characters
                let length = text.chars().count() as u64;
                sizes::check(limits, length, "a string", "character")?;
            }
            if !bounds.one_of.is_empty() && !bounds.one_of.contains(&&**text) {
                return Err(Error::unknown_variant(text, bounds.one_of));
            }
            if let Some(pattern) = pattern
                && !pattern.is_match(text)
            {
                let wanted = format!("a string that matches `{pattern}`");
                return Err(Error::expected(wanted, value.shown()));
            }
        }
        Measured::List(items) => sizes::check(limits, *items, "an array", "element")?,
        Measured::Other => {}
    }
    Ok(())
}

/// Holds the bounds against a value that the programmer wrote: what is wrong with it, if anything.
pub(crate) fn fault_of(
    parameter: &Parameter,
    index: usize,
    patterns: &Patterns,
    json: &str,
) -> Option<String> {
    let mut reader = Reader::new(json);
    check(parameter, index, patterns, &mut reader)
        .err()
        .map(|error| error.message())
}

/// A bound of `min` or `max`, refused at compile time for what is known to be no number.
///
/// # Panics
///
/// In constant evaluation, at the key.
#[track_caller]
pub const fn bound(kind: Kind, bound: &'static str) -> Option<&'static str> {
    match kind {
        Kind::Integer | Kind::Number | Kind::Unknown => Some(bound),
        Kind::Text => panic!(
            "`min` and `max` are for numbers; a string has `min_length`, `max_length` and `pattern`"
        ),
        Kind::List => {
            panic!("`min` and `max` are for numbers; a list has `min_length` and `max_length`")
        }
        Kind::Bool | Kind::Other => panic!("`min` and `max` are for numbers; leave them out"),
    }
}

/// A bound of `min_length` or `max_length`, refused at compile time for what is known to have no
/// length.
///
/// # Panics
///
/// In constant evaluation, at the key.
#[track_caller]
pub const fn length_bound(kind: Kind, bound: u64) -> Option<u64> {
    match kind {
        Kind::Text | Kind::List | Kind::Unknown => Some(bound),
        Kind::Integer | Kind::Number => {
            panic!(
                "`min_length` and `max_length` are for strings and lists; a number has `min` and `max`"
            )
        }
        Kind::Bool | Kind::Other => {
            panic!("`min_length` and `max_length` are for strings and lists; leave them out")
        }
    }
}

/// A pattern, refused at compile time for what is known to be no string.
///
/// # Panics
///
/// In constant evaluation, at the key.
#[track_caller]
pub const fn pattern(kind: Kind, pattern: &'static str) -> Option<&'static str> {
    match kind {
        Kind::Text | Kind::Unknown => Some(pattern),
        Kind::Integer | Kind::Number | Kind::Bool | Kind::List | Kind::Other => {
            panic!("`pattern` is for strings; leave it out")
        }
    }
}
