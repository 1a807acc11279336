//! Named arguments to positions: one pass over the object, each value decoded where it stands.
//!
//! A nested pair `(A, (B, ()))` of slots stands for the parameters, so there is no limit to their
//! number. A fault does not end the pass: the value is skipped and the next argument is looked
//! at, so that the caller reads every fault at once.

use super::constraints;
use super::faults::Faults;
use super::rules::{self, Rules};
use super::{Parameter, Refusal};
use crate::json::{Error, Missing, Reader, Texts};
use crate::schema::{Field, TypeSchema};
use schemars::JsonSchema;
use serde::Deserialize;

/// A type that can be an argument of a tool: it can be read from JSON and has a schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a tool",
    label = "this type cannot be read from JSON with a schema",
    note = "derive `serde::Deserialize` and `schemars::JsonSchema` for it; if it is another crate's, take what it is made from, such as a path",
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

/// The place of an argument with a default, made of one without.
pub const fn or_default<T>(place: Plain<'_, T>) -> Maybe<'_, T> {
    Maybe(place)
}

impl<'de, T> Plain<'de, T> {
    /// A place with its own ways to read a value and to do without one.
    pub(super) const fn of(
        read: fn(&mut Reader<'de>) -> Result<T, Error>,
        missing: fn() -> Result<T, Error>,
    ) -> Self {
        Self {
            read,
            missing,
            value: None,
        }
    }
}

/// A place that one argument is decoded into.
#[allow(private_interfaces, reason = "only this crate implements and calls it")]
pub trait Slot<'de> {
    /// What the function gets.
    type Value;

    /// Reads the value, or that of one of its fields.
    #[doc(hidden)]
    fn read(
        &mut self,
        field: Option<&'static Field>,
        reader: &mut Reader<'de>,
    ) -> Result<(), Error>;

    /// The value; what is wrong with it goes to `faults`, in the place `index`.
    #[doc(hidden)]
    fn finish(self, index: usize, faults: &mut Faults<'_>) -> Option<Self::Value>;
}

#[allow(private_interfaces, reason = "only this crate implements and calls it")]
impl<'de, T> Slot<'de> for Plain<'de, T> {
    type Value = T;

    fn read(&mut self, _: Option<&'static Field>, reader: &mut Reader<'de>) -> Result<(), Error> {
        self.value = Some((self.read)(reader)?);
        Ok(())
    }

    fn finish(self, index: usize, faults: &mut Faults<'_>) -> Option<T> {
        match self.value {
            // What came was refused; that it is missing as well would be a second complaint.
            None if faults.is_at_fault(index) => None,
            None => faults.noted(index, (self.missing)()),
            value => value,
        }
    }
}

#[allow(private_interfaces, reason = "only this crate implements and calls it")]
impl<'de, T> Slot<'de> for Maybe<'de, T> {
    type Value = Option<T>;

    fn read(&mut self, _: Option<&'static Field>, reader: &mut Reader<'de>) -> Result<(), Error> {
        match reader.at_null() {
            true => reader.skip_value(),
            false => self.0.read(None, reader),
        }
    }

    fn finish(self, _: usize, _: &mut Faults<'_>) -> Option<Option<T>> {
        Some(self.0.value)
    }
}

/// The places of all arguments: a nested pair that ends in `()`.
#[allow(private_interfaces, reason = "only this crate implements and calls it")]
pub trait Arguments<'de> {
    /// What the function gets, as a nested pair.
    type Values;

    #[doc(hidden)]
    fn read(
        &mut self,
        index: usize,
        field: Option<&'static Field>,
        reader: &mut Reader<'de>,
    ) -> Result<(), Error>;

    #[doc(hidden)]
    fn finish(self, index: usize, faults: &mut Faults<'_>) -> Option<Self::Values>;
}

#[allow(private_interfaces, reason = "only this crate implements and calls it")]
impl<'de> Arguments<'de> for () {
    type Values = ();

    fn read(
        &mut self,
        _: usize,
        _: Option<&'static Field>,
        _: &mut Reader<'de>,
    ) -> Result<(), Error> {
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
    fn read(
        &mut self,
        index: usize,
        field: Option<&'static Field>,
        reader: &mut Reader<'de>,
    ) -> Result<(), Error> {
        match index {
            0 => self.0.read(field, reader),
            _ => self.1.read(index - 1, field, reader),
        }
    }

    #[inline]
    fn finish(self, index: usize, faults: &mut Faults<'_>) -> Option<Self::Values> {
        // both, so that every fault is found
        match (
            self.0.finish(index, faults),
            self.1.finish(index + 1, faults),
        ) {
            (Some(value), Some(rest)) => Some((value, rest)),
            _ => None,
        }
    }
}

/// The schema of an argument, with the bound that explains itself.
pub const fn schema_of_argument<'de, T: Argument<'de>>() -> TypeSchema {
    TypeSchema::argument::<T>()
}

/// Decodes `text`, an object, for `tool`.
pub(super) fn decode<'de, L: Arguments<'de>>(
    tool: &str,
    rules: &Rules,
    text: &'de str,
    texts: &'de Texts,
    mut slots: L,
) -> Result<L::Values, Refusal> {
    let mut faults = Faults::new(rules.parameters, rules.ignores_extra);
    let reader = Reader::lending(text, texts);
    walk(
        match rules.lenient {
            true => reader.lenient(),
            false => reader,
        },
        rules,
        &mut faults,
        &mut |index, field, reader| slots.read(index, field, reader),
    );
    let values = slots.finish(0, &mut faults);
    rules.published.hold(text, rules.lenient, &mut faults);
    match values {
        Some(values) if faults.is_none() => Ok(values),
        _ => Err(faults.refusal(tool)),
    }
}

/// Reads the value of an argument, or of one of its fields, into its slot.
type Read<'r, 'de> =
    dyn FnMut(usize, Option<&'static Field>, &mut Reader<'de>) -> Result<(), Error> + 'r;

/// The part of decoding that is the same for every tool.
fn walk<'de>(
    mut reader: Reader<'de>,
    rules: &Rules,
    faults: &mut Faults<'_>,
    read: &mut Read<'_, 'de>,
) {
    let mut seen = Seen::default();
    if let Err(error) = members(&mut reader, rules, &mut seen, faults, read) {
        return faults.broken(&error);
    }
    // What the schema requires is required, also where the type would do without.
    let mut key = 0;
    for (index, parameter) in rules.parameters.iter().enumerate() {
        if parameter.required && !seen.again(key) {
            faults.refused(index, Error::missing());
        }
        key += parameter.keys();
    }
}

/// Where a key belongs.
struct Found {
    /// Its parameter.
    index: usize,
    /// Its place among all keys.
    key: usize,
    /// Of an unrolled parameter, the field.
    field: Option<&'static Field>,
}

fn find(parameters: &'static [Parameter], name: &str) -> Option<Found> {
    let mut key = 0;
    for (index, parameter) in parameters.iter().enumerate() {
        match parameter.unrolled {
            None if parameter.key == name => {
                return Some(Found {
                    index,
                    key,
                    field: None,
                });
            }
            None => key += 1,
            Some(shape) => match shape.find(name) {
                Ok((before, field)) => {
                    return Some(Found {
                        index,
                        key: key + before,
                        field: Some(field),
                    });
                }
                Err(all) => key += all,
            },
        }
    }
    None
}

/// An `Err` is broken text; after it nothing can be read any more.
fn members<'de>(
    reader: &mut Reader<'de>,
    rules: &Rules,
    seen: &mut Seen,
    faults: &mut Faults<'_>,
    read: &mut Read<'_, 'de>,
) -> Result<(), Error> {
    let Rules {
        parameters,
        patterns,
        ..
    } = rules;
    let mut object = reader.object()?;
    while let Some(name) = object.next_key(reader)? {
        let Some(Found { index, key, field }) = find(parameters, &name) else {
            faults.unknown(&name);
            reader.skip_value()?;
            continue;
        };
        let start = reader.position();
        let result = match seen.again(key) {
            true => Err(None),
            false if rules.lenient => {
                let mut read = |reader: &mut Reader<'de>| read(index, field, reader);
                rules::lenient(&parameters[index], index, patterns, reader, &mut read).map_err(Some)
            }
            // bounds first: they are the narrower ones
            false => constraints::check(&parameters[index], index, patterns, reader)
                .and_then(|()| read(index, field, reader))
                .map_err(Some),
        };
        if let Err(error) = result {
            match error {
                Some(error) => faults.refused(index, error),
                None => faults.twice(index, &name),
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
