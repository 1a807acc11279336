//! Named arguments to positions: one pass over the object, each value decoded where it stands.
//!
//! A nested pair `(A, (B, ()))` of slots stands for the parameters, so there is no limit to their
//! number. A fault does not end the pass: the value is skipped and the next argument is looked
//! at, so that the caller reads every fault at once.

use super::constraints::{self, Patterns};
use super::{Parameter, ProtocolError, Refusal};
use crate::json::{Error, Missing, Reader, Texts, closest};
use crate::schema::TypeSchema;
use schemars::JsonSchema;
use serde::Deserialize;
use std::borrow::Cow;
use std::fmt::Write as _;

/// A type that can be an argument of a tool: it can be read from JSON and has a schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a tool",
    label = "this type cannot be read from JSON with a schema",
    note = "derive `serde::Deserialize` and `schemars::JsonSchema` for it",
    note = "what the server lends to a tool is taken by reference: `&{Self}`"
)]
pub trait Argument<'de>: Deserialize<'de> + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<'de, T: Deserialize<'de> + JsonSchema> Argument<'de> for T {}

/// The place of one argument, and how it is read. What was left out is decided by the type
/// itself, so an alias of `Option` is as optional as `Option`.
///
/// That the type can be read is proven where the place is made, so that the compiler complains
/// there and nowhere else.
#[derive(Debug)]
pub struct Plain<'de, T> {
    read: fn(&mut Reader<'de>) -> Result<T, Error>,
    missing: fn() -> Result<T, Error>,
    value: Option<T>,
}

/// The place of an argument with a default: `None` when it was left out or is `null`.
#[derive(Debug)]
pub struct Maybe<'de, T>(Plain<'de, T>);

/// The place of an argument of type `T`.
pub const fn plain<'de, T: Argument<'de>>() -> Plain<'de, T> {
    Plain {
        read: |reader| T::deserialize(reader),
        missing: || T::deserialize(Missing),
        value: None,
    }
}

/// The place of an argument of type `T` with a default.
pub const fn maybe<'de, T: Argument<'de>>() -> Maybe<'de, T> {
    Maybe(plain())
}

/// A place that one argument is decoded into.
#[allow(private_interfaces, reason = "only this crate implements and calls it")]
pub trait Slot<'de> {
    /// What the function gets.
    type Value;

    #[doc(hidden)]
    fn read(&mut self, reader: &mut Reader<'de>) -> Result<(), Error>;

    #[doc(hidden)]
    fn finish(self) -> Result<Self::Value, Error>;
}

#[allow(private_interfaces, reason = "only this crate implements and calls it")]
impl<'de, T> Slot<'de> for Plain<'de, T> {
    type Value = T;

    fn read(&mut self, reader: &mut Reader<'de>) -> Result<(), Error> {
        self.value = Some((self.read)(reader)?);
        Ok(())
    }

    fn finish(self) -> Result<T, Error> {
        match self.value {
            Some(value) => Ok(value),
            None => (self.missing)(),
        }
    }
}

#[allow(private_interfaces, reason = "only this crate implements and calls it")]
impl<'de, T> Slot<'de> for Maybe<'de, T> {
    type Value = Option<T>;

    fn read(&mut self, reader: &mut Reader<'de>) -> Result<(), Error> {
        match reader.at_null() {
            true => reader.skip_value(),
            false => self.0.read(reader),
        }
    }

    fn finish(self) -> Result<Option<T>, Error> {
        Ok(self.0.value)
    }
}

/// The places of all arguments: a nested pair that ends in `()`.
#[allow(private_interfaces, reason = "only this crate implements and calls it")]
pub trait Arguments<'de> {
    /// What the function gets, as a nested pair.
    type Values;

    #[doc(hidden)]
    fn read(&mut self, index: usize, reader: &mut Reader<'de>) -> Result<(), Error>;

    #[doc(hidden)]
    fn finish(self, index: usize, faults: &mut Faults<'_>) -> Option<Self::Values>;
}

#[allow(private_interfaces, reason = "only this crate implements and calls it")]
impl<'de> Arguments<'de> for () {
    type Values = ();

    fn read(&mut self, _: usize, _: &mut Reader<'de>) -> Result<(), Error> {
        unreachable!("a key is found among the parameters, and each has a slot")
    }

    fn finish(self, _: usize, _: &mut Faults<'_>) -> Option<()> {
        Some(())
    }
}

#[allow(private_interfaces, reason = "only this crate implements and calls it")]
impl<'de, S: Slot<'de>, L: Arguments<'de>> Arguments<'de> for (S, L) {
    type Values = (S::Value, L::Values);

    #[inline]
    fn read(&mut self, index: usize, reader: &mut Reader<'de>) -> Result<(), Error> {
        match index {
            0 => self.0.read(reader),
            _ => self.1.read(index - 1, reader),
        }
    }

    #[inline]
    fn finish(self, index: usize, faults: &mut Faults<'_>) -> Option<Self::Values> {
        let value = match faults.is_at_fault(index) {
            // What came was refused; that it is missing as well would be a second complaint.
            true => None,
            false => self
                .0
                .finish()
                .map_err(|error| faults.refused(index, error))
                .ok(),
        };
        let rest = self.1.finish(index + 1, faults);
        Some((value?, rest?))
    }
}

/// The schema of an argument, with the bound that explains itself.
pub const fn schema_of_argument<'de, T: Argument<'de>>() -> TypeSchema {
    TypeSchema::argument::<T>()
}

/// Decodes `text`, an object, for `tool`.
pub(super) fn decode<'de, L: Arguments<'de>>(
    tool: &str,
    parameters: &'static [Parameter],
    patterns: &Patterns,
    ignores_extra: bool,
    text: &'de str,
    texts: &'de Texts,
    mut slots: L,
) -> Result<L::Values, Refusal> {
    let mut faults = Faults::new(parameters, ignores_extra);
    walk(
        Reader::lending(text, texts),
        parameters,
        patterns,
        &mut faults,
        &mut |index, reader| slots.read(index, reader),
    );
    match slots.finish(0, &mut faults) {
        Some(values) if faults.lines.is_empty() => Ok(values),
        _ => Err(faults.refusal(tool)),
    }
}

/// The part of decoding that is the same for every tool.
fn walk<'de>(
    mut reader: Reader<'de>,
    parameters: &[Parameter],
    patterns: &Patterns,
    faults: &mut Faults<'_>,
    read: &mut dyn FnMut(usize, &mut Reader<'de>) -> Result<(), Error>,
) {
    let mut seen = Seen::default();
    if let Err(error) = members(&mut reader, parameters, patterns, &mut seen, faults, read) {
        return faults.broken(&error);
    }
    // What the schema requires is required, also where the type would do without.
    for (index, parameter) in parameters.iter().enumerate() {
        if parameter.required && !seen.again(index) {
            faults.refused(index, Error::missing());
        }
    }
}

/// An `Err` is broken text; after it nothing can be read any more.
fn members<'de>(
    reader: &mut Reader<'de>,
    parameters: &[Parameter],
    patterns: &Patterns,
    seen: &mut Seen,
    faults: &mut Faults<'_>,
    read: &mut dyn FnMut(usize, &mut Reader<'de>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut object = reader.object()?;
    while let Some(key) = object.next_key(reader)? {
        let Some(index) = parameters.iter().position(|parameter| parameter.key == key) else {
            faults.unknown(&key);
            reader.skip_value()?;
            continue;
        };
        let start = reader.position();
        let result = match seen.again(index) {
            true => Err(None),
            // bounds first: they are the narrower ones
            false => constraints::check(&parameters[index], index, patterns, reader)
                .and_then(|()| read(index, reader))
                .map_err(Some),
        };
        if let Err(error) = result {
            match error {
                Some(error) => faults.refused(index, error),
                None => faults.twice(index),
            }
            reader.rewind(start);
            reader.skip_value()?;
        }
    }
    Ok(())
}

/// Which arguments have come; no allocation for the first 64.
#[derive(Default)]
struct Seen {
    first: u64,
    more: Vec<usize>,
}

impl Seen {
    /// Whether `index` has come before; from now on it has.
    fn again(&mut self, index: usize) -> bool {
        match index {
            0..64 => {
                let bit = 1 << index;
                let again = self.first & bit != 0;
                self.first |= bit;
                again
            }
            _ if self.more.contains(&index) => true,
            _ => {
                self.more.push(index);
                false
            }
        }
    }
}

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
    fn new(parameters: &'a [Parameter], ignores_extra: bool) -> Self {
        Self {
            parameters,
            ignores_extra,
            lines: Vec::new(),
            broken: false,
            malformed: false,
        }
    }

    fn is_at_fault(&self, index: usize) -> bool {
        self.broken || self.lines.iter().any(|(place, _)| *place == index)
    }

    #[cold]
    fn refused(&mut self, index: usize, error: Error) {
        self.malformed |= error.is_about_text();
        let error = error.at_key(self.parameters[index].key);
        self.lines
            .push((index, format!("`{}`: {}", error.path(), error.message())));
    }

    #[cold]
    fn twice(&mut self, index: usize) {
        let line = format!("`{}`: given twice", self.parameters[index].key);
        self.lines.push((index, line));
    }

    #[cold]
    fn unknown(&mut self, key: &str) {
        if self.ignores_extra {
            return;
        }
        let keys = || self.parameters.iter().map(|parameter| parameter.key);
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
    fn broken(&mut self, error: &Error) {
        self.broken = true;
        self.malformed = true;
        self.lines.push((NOWHERE, error.message()));
    }

    #[cold]
    fn refusal(mut self, tool: &str) -> Refusal {
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

/// A key of the caller's choice, short enough to be repeated.
fn shown(key: &str) -> Cow<'_, str> {
    const LONGEST: usize = 40;
    match key.char_indices().nth(LONGEST) {
        None => Cow::Borrowed(key),
        Some((cut, _)) => Cow::Owned(format!("{}…", &key[..cut])),
    }
}
