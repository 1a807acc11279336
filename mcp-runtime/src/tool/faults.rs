//! What is wrong with the arguments of one call, in words: a line for each argument at fault.

use super::{Parameter, ProtocolError, Refusal};
use crate::json::{Error, closest};
use std::borrow::Cow;
use std::fmt::Write as _;

/// The place of a line that belongs to no argument.
pub(super) const NOWHERE: usize = usize::MAX;

/// The faults of one call, a line each. Allocates only when there is one.
#[derive(Debug)]
pub struct Faults<'a> {
    parameters: &'a [Parameter],
    /// An argument that nobody knows is no fault.
    ignores_extra: bool,
    pub(super) lines: Vec<Line>,
    /// The text could not be read to its end, so nothing can be said of what is missing.
    broken: bool,
    /// The text itself is at fault, not a type: no model's business.
    malformed: bool,
}

/// One fault.
#[derive(Debug)]
pub(super) struct Line {
    /// The place of its argument; what belongs to none stands at the end.
    pub(super) argument: usize,
    /// Where it is, as in `passengers[1].age`; empty for the arguments as a whole.
    pub(super) path: String,
    pub(super) message: String,
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
        self.broken || self.lines.iter().any(|line| line.argument == index)
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
        self.push(index, error.path(), error.message());
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
        self.push(index, key.to_owned(), "given twice".to_owned());
    }

    #[cold]
    pub(super) fn unknown(&mut self, key: &str) {
        if self.ignores_extra {
            return;
        }
        let message = unknown_argument(key, &all_keys(self.parameters));
        self.push(NOWHERE, shown(key).into_owned(), message);
    }

    #[cold]
    pub(super) fn broken(&mut self, error: &Error) {
        self.broken = true;
        self.malformed = true;
        self.push(NOWHERE, String::new(), error.message());
    }

    fn push(&mut self, argument: usize, path: String, message: String) {
        self.lines.push(Line {
            argument,
            path,
            message,
        });
    }

    /// Whether the text itself is at fault.
    #[cfg(feature = "validate")]
    pub(super) fn is_malformed(&self) -> bool {
        self.malformed
    }

    /// The place of the argument that a key belongs to.
    #[cfg(feature = "validate")]
    pub(super) fn argument_of(&self, key: &str) -> usize {
        let has_key = |parameter: &Parameter| match parameter.unrolled {
            None => parameter.key == key,
            Some(shape) => shape.has(key),
        };
        self.parameters.iter().position(has_key).unwrap_or(NOWHERE)
    }

    #[cold]
    pub(super) fn refusal(mut self, tool: &str) -> Refusal {
        self.lines.sort_by_key(|line| line.argument);
        let mut text = format!("invalid arguments for `{tool}`:");
        for Line { path, message, .. } in self.lines {
            match path.is_empty() {
                true => write!(text, "\n- {message}"),
                false => write!(text, "\n- `{path}`: {message}"),
            }
            .expect("memory takes any text");
        }
        match self.malformed {
            true => Refusal::Protocol(ProtocolError::invalid_params(text)),
            false => Refusal::Arguments(text),
        }
    }
}

/// What to say of a key that is none of `keys`.
pub(super) fn unknown_argument(key: &str, keys: &[&str]) -> String {
    match closest(key, keys.iter().copied()) {
        Some(near) => format!("unknown argument; did you mean `{near}`?"),
        None if keys.is_empty() => "unknown argument; there are none".to_owned(),
        None => {
            let known: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
            format!("unknown argument; known: {}", known.join(", "))
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
pub(super) fn shown(key: &str) -> Cow<'_, str> {
    const LONGEST: usize = 40;
    match key.char_indices().nth(LONGEST) {
        None => Cow::Borrowed(key),
        Some((cut, _)) => Cow::Owned(format!("{}…", &key[..cut])),
    }
}
