//! What is wrong with the arguments of one call, in words: a line for each argument at fault.

use super::{Parameter, ProtocolError, Refusal};
use crate::json::{Error, closest};
use std::borrow::Cow;
use std::fmt::Write as _;

/// The place of a line that belongs to no argument.
const NOWHERE: usize = usize::MAX;

/// The faults of one call, a line each. Allocates only when there is one.
#[derive(Debug)]
pub struct Faults<'a> {
    parameters: &'a [Parameter],
    /// An argument that nobody knows is no fault.
    ignores_extra: bool,
    /// Each with the place of its argument; what belongs to none stands at the end.
    lines: Vec<(usize, String)>,
    /// The text could not be read to its end, so nothing can be said of what is missing.
    broken: bool,
    /// The text itself is at fault, not a type: no model's business.
    malformed: bool,
}

impl<'a> Faults<'a> {
    pub(super) fn new(parameters: &'a [Parameter], ignores_extra: bool) -> Self {
        Self {
            parameters,
            ignores_extra,
            lines: Vec::new(),
            broken: false,
            malformed: false,
        }
    }

    pub(super) fn is_none(&self) -> bool {
        self.lines.is_empty()
    }

    pub(super) fn is_at_fault(&self, index: usize) -> bool {
        self.broken || self.lines.iter().any(|(place, _)| *place == index)
    }

    #[cold]
    pub(super) fn refused(&mut self, index: usize, error: Error) {
        self.malformed |= error.is_about_text();
        let parameter = &self.parameters[index];
        // an unrolled one has no key of its own, but for a rule about all its fields
        let error = match parameter.unrolled {
            Some(_) if !error.path().is_empty() => error,
            _ => error.at_key(parameter.key),
        };
        self.lines
            .push((index, format!("`{}`: {}", error.path(), error.message())));
    }

    /// The value, or none after its fault was noted.
    #[inline]
    pub(super) fn noted<T>(&mut self, index: usize, read: Result<T, Error>) -> Option<T> {
        match read {
            Ok(value) => Some(value),
            Err(error) => {
                self.refused(index, error);
                None
            }
        }
    }

    #[cold]
    pub(super) fn twice(&mut self, index: usize, key: &str) {
        let line = format!("`{key}`: given twice");
        self.lines.push((index, line));
    }

    #[cold]
    pub(super) fn unknown(&mut self, key: &str) {
        if self.ignores_extra {
            return;
        }
        let keys = all_keys(self.parameters);
        let keys = || keys.iter().copied();
        let mut line = format!("`{}`: unknown argument; ", shown(key));
        match closest(key, keys()) {
            Some(near) => write!(line, "did you mean `{near}`?"),
            None if self.parameters.is_empty() => write!(line, "the tool takes none"),
            None => {
                let known: Vec<String> = keys().map(|key| format!("`{key}`")).collect();
                write!(line, "known: {}", known.join(", "))
            }
        }
        .expect("memory takes any text");
        self.lines.push((NOWHERE, line));
    }

    #[cold]
    pub(super) fn broken(&mut self, error: &Error) {
        self.broken = true;
        self.malformed = true;
        self.lines.push((NOWHERE, error.message()));
    }

    #[cold]
    pub(super) fn refusal(mut self, tool: &str) -> Refusal {
        self.lines.sort_by_key(|(place, _)| *place);
        let mut text = format!("invalid arguments for `{tool}`:");
        for (_, line) in self.lines {
            text.push_str("\n- ");
            text.push_str(&line);
        }
        match self.malformed {
            true => Refusal::Protocol(ProtocolError::invalid_params(text)),
            false => Refusal::Arguments(text),
        }
    }
}

fn all_keys(parameters: &[Parameter]) -> Vec<&'static str> {
    let mut keys = Vec::new();
    for parameter in parameters {
        match parameter.unrolled {
            None => keys.push(parameter.key),
            Some(shape) => keys.extend(shape.fields().iter().map(|field| field.key)),
        }
    }
    keys
}

/// A key of the caller's choice, short enough to be repeated.
fn shown(key: &str) -> Cow<'_, str> {
    const LONGEST: usize = 40;
    match key.char_indices().nth(LONGEST) {
        None => Cow::Borrowed(key),
        Some((cut, _)) => Cow::Owned(format!("{}…", &key[..cut])),
    }
}
