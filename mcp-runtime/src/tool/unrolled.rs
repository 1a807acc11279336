//! Records as several arguments: their keys among those of the others, and how their fields are decoded.
//!
//! Does not know which keys serde gives to fields: that is what `schema::Record` says.

use super::arguments::{Argument, Plain, Slot, plain};
use super::faults::Faults;
use super::{Is, NotStandard as _, Parameter};
use crate::json::{Error, Gathered, Reader};
use crate::schema::{Field, Form, Record, Shape, same, words};

/// One of the other arguments of a tool.
#[derive(Debug)]
pub enum Other {
    /// One value.
    Key(&'static str, &'static str),
    /// An unrolled one; the name is what `#[arg(name = ..)]` gave.
    Unrolled(&'static Shape, Option<&'static str>, &'static str),
}

/// What an argument is keyed by.
enum Keys {
    One(&'static str),
    Fields(&'static Shape),
}

impl Keys {
    const fn of(shape: &'static Shape, name: Option<&'static str>) -> Self {
        match (&shape.form, name) {
            (Form::Fields(_), _) => Self::Fields(shape),
            (Form::Whole { .. }, Some(name)) => Self::One(name),
            (Form::Whole { key }, None) => Self::One(key),
        }
    }

    const fn common(&self, other: &Self) -> Option<&'static str> {
        match (self, other) {
            (Self::One(key), Self::One(other)) if same(key, other) => Some(key),
            (Self::One(_), Self::One(_)) => None,
            (Self::One(key), Self::Fields(shape)) | (Self::Fields(shape), Self::One(key)) => {
                if shape.has(key) {
                    Some(key)
                } else {
                    None
                }
            }
            (Self::Fields(shape), Self::Fields(other)) => shape.common_key(other),
        }
    }

    const fn words(&self) -> &'static str {
        match self {
            Self::One(_) => "the parameter `",
            Self::Fields(_) => "a field of `",
        }
    }
}

/// The argument of type `T`, unrolled: `label` and `described` say what the parameter is called.
///
/// # Panics
///
/// In constant evaluation, when one of its keys is that of another argument.
#[track_caller]
pub const fn unrolled<'de, T: Argument<'de> + Record>(
    name: Option<&'static str>,
    label: &'static str,
    described: &'static str,
    others: &[Other],
) -> Parameter {
    let keys = Keys::of(T::SHAPE, name);
    if let (Keys::Fields(shape), Some(_)) = (&keys, name) {
        words::panic(&[
            "`name` is for one argument, and `",
            shape.name,
            "` becomes several; leave it out, and rename fields with `#[serde(rename = \"…\")]`",
        ]);
    }
    let mut at = 0;
    while at < others.len() {
        let (other, other_described) = match &others[at] {
            Other::Key(key, described) => (Keys::One(key), *described),
            Other::Unrolled(shape, name, described) => (Keys::of(shape, *name), *described),
        };
        if let Some(key) = keys.common(&other) {
            words::panic(&[
                "two arguments have the key `",
                key,
                "`: ",
                other.words(),
                other_described,
                "` and ",
                keys.words(),
                described,
                "`; rename one with `#[serde(rename = \"…\")]` or `#[arg(name = \"…\")]`",
            ]);
        }
        at += 1;
    }
    let parameter = Parameter {
        schema: super::schema_of_argument::<T>(),
        ..Parameter::EMPTY
    };
    match keys {
        Keys::One(key) => Parameter {
            key,
            required: !Is::<T>::OPTIONAL,
            ..parameter
        },
        Keys::Fields(shape) => Parameter {
            key: label,
            unrolled: Some(shape),
            ..parameter
        },
    }
}

/// The place of an argument whose fields are arguments.
#[derive(Debug)]
pub struct Unrolled<'de, T> {
    whole: Plain<'de, T>,
    /// From its fields. A pointer, so that the type is proven where the place is made.
    join: fn(&mut Gathered<'de>) -> Result<T, Error>,
    shape: &'static Shape,
    gathered: Gathered<'de>,
}

/// The place of an unrolled argument of type `T`.
pub const fn unroll<'de, T: Argument<'de> + Record>() -> Unrolled<'de, T> {
    Unrolled {
        whole: plain(),
        join: |gathered| T::deserialize(gathered),
        shape: T::SHAPE,
        gathered: Gathered::new(),
    }
}

#[allow(private_interfaces, reason = "only this crate implements and calls it")]
impl<'de, T> Slot<'de> for Unrolled<'de, T> {
    type Value = T;

    fn read(
        &mut self,
        field: Option<&'static Field>,
        reader: &mut Reader<'de>,
    ) -> Result<(), Error> {
        match field {
            None => self.whole.read(None, reader),
            // as if left out
            Some(field) if field.has_default && reader.at_null() => reader.skip_value(),
            Some(field) => self.gathered.take(field.key, reader),
        }
    }

    fn finish(mut self, index: usize, faults: &mut Faults<'_>) -> Option<T> {
        if let Form::Whole { .. } = self.shape.form {
            return self.whole.finish(index, faults);
        }
        let read = match faults.is_at_fault(index) {
            true => None,
            false => match (self.join)(&mut self.gathered) {
                Ok(value) => return Some(value),
                Err(error) => Some(error),
            },
        };
        let errors = refused(self.shape, &mut self.gathered);
        // what no field says of itself: a type that borrows, a rule of the whole record
        let more = read.filter(|read| errors.iter().all(|error| error.path() != read.path()));
        for error in errors.into_iter().chain(more) {
            faults.refused(index, error);
        }
        None
    }
}

/// What is wrong with each field alone.
fn refused(shape: &Shape, gathered: &mut Gathered<'_>) -> Vec<Error> {
    let mut errors = Vec::new();
    for field in shape.fields() {
        let Some(reading) = field.reading else {
            continue;
        };
        let read = match gathered.at(field.key) {
            Some(reader) => (reading.read)(reader),
            None if field.has_default => Ok(()),
            None => (reading.missing)(),
        };
        errors.extend(read.err().map(|error| error.at_key(field.key)));
    }
    errors
}
