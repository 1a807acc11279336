//! Faults that another judge than the decoder has found, in the decoder's words and with its paths.
//!
//! Does not know who judges.

use super::error::{Error, Kind, NO_FORM, Segment, known_fields, listed, quoted, unknown_variant};
use super::reader::Reader;
use serde_json::Value;
use std::borrow::Cow;

/// A step into a value.
enum Step {
    Key(String),
    Index(usize),
}

/// A value inside another, and the way to it.
pub(crate) struct Place<'de> {
    reader: Reader<'de>,
    steps: Vec<Step>,
}

impl<'de> Place<'de> {
    /// The value of `text` that a JSON Pointer leads to; as far as there is one.
    ///
    /// Spec: RFC 6901.
    pub(crate) fn find(text: &'de str, pointer: &str) -> Self {
        let mut place = Self {
            reader: Reader::new(text),
            steps: Vec::new(),
        };
        for step in pointer.split('/').skip(1) {
            let step = step.replace("~1", "/").replace("~0", "~");
            if !place.enter(step).unwrap_or(false) {
                break;
            }
        }
        place
    }

    fn enter(&mut self, name: String) -> Result<bool, Error> {
        let start = self.reader.position();
        if self.reader.token() == b'[' {
            let index: usize = name.parse().unwrap_or(usize::MAX);
            self.reader.enter()?;
            let mut first = true;
            for at in 0.. {
                if !self.reader.next_member(&mut first, b']')? {
                    break;
                }
                if at == index {
                    self.steps.push(Step::Index(index));
                    return Ok(true);
                }
                self.reader.skip_value()?;
            }
        } else if self.reader.token() == b'{' {
            let mut object = self.reader.object()?;
            while let Some(key) = object.next_key(&mut self.reader)? {
                if key == name {
                    self.steps.push(Step::Key(name));
                    return Ok(true);
                }
                self.reader.skip_value()?;
            }
        }
        self.reader.rewind(start);
        Ok(false)
    }

    /// Where it stands in the text.
    pub(crate) fn offset(&self) -> usize {
        self.reader.offset()
    }

    /// The fault with the way to this place before its own.
    pub(crate) fn fault(&self, error: Error) -> Error {
        self.steps
            .iter()
            .rev()
            .fold(error, |error, step| match step {
                Step::Key(key) => error.at_key(key),
                Step::Index(index) => error.at_index(*index),
            })
    }

    /// The fault of a value that is not `what`.
    pub(crate) fn mismatch(&mut self, what: impl Into<Cow<'static, str>>) -> Error {
        let error = self.reader.mismatch(what);
        self.fault(error)
    }

    /// The fault of a value that is none of `candidates`.
    pub(crate) fn none_of(&mut self, candidates: &[Value], got: &Value) -> Error {
        let texts: Option<Vec<&str>> = candidates.iter().map(Value::as_str).collect();
        match (texts, got) {
            (Some(texts), Value::String(got)) => {
                self.fault(Error::words(unknown_variant(got, &texts)))
            }
            (Some(texts), _) => self.mismatch(super::error::one_of(&texts)),
            (None, _) => {
                let texts: Vec<String> = candidates.iter().map(Value::to_string).collect();
                let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                self.mismatch(match texts.as_slice() {
                    [only] => (*only).to_owned(),
                    all => format!("one of {}", listed(all, "")),
                })
            }
        }
    }

    /// The fault of a field that nobody knows.
    pub(crate) fn unknown_field(&self, name: &str, candidates: &[&str]) -> Error {
        let words = format!("unknown field{}", known_fields(name, candidates));
        self.fault(Error::words(words).at_key(name))
    }
}

impl Error {
    /// The key that its way begins with.
    pub(crate) fn first_key(&self) -> Option<&str> {
        match self.outermost()? {
            Segment::Key(key) => Some(key),
            Segment::Index(_) => None,
        }
    }

    /// A fault in words of its own.
    #[cold]
    pub(crate) fn words(text: impl Into<String>) -> Self {
        Self::new(Kind::Custom(text.into()))
    }

    /// A fault of one key of an object, not of its value.
    #[cold]
    pub(crate) fn of_key(key: &str, fault: &str) -> Self {
        Self::words(format!("the key {}: {fault}", quoted(key)))
    }

    /// The fault of a value that has none of several forms.
    #[cold]
    pub(crate) fn no_form() -> Self {
        Self::words(NO_FORM)
    }
}

/// Whether a message says no more than that a value has none of several forms.
pub(crate) fn is_vague(message: &str) -> bool {
    message == NO_FORM
}
