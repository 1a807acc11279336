//! Records whose fields are properties of another object: which keys they have.
//!
//! What a type says of itself through `#[derive(mcp::Record)]`, as constants, so that the compiler can compare the keys of several.
//! The schemas of the fields come from `schemars`, and must have the same keys.

use std::marker::PhantomData;

use serde::de::DeserializeOwned;

use super::same;
use crate::json::{Error, Missing, Reader};

/// A type that can be unrolled into arguments of a tool: `#[arg(unroll)]`.
///
/// Derive it, beside `serde::Deserialize` and `schemars::JsonSchema`. Each field of a record becomes one property, keyed
/// as serde names the field; see [`macro@Record`](macro@crate::Record).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be unrolled into arguments",
    label = "the fields of this type are not known",
    note = "derive `mcp::Record` for it, beside `serde::Deserialize` and `schemars::JsonSchema`",
    note = "without `#[arg(unroll)]` or `#[serde(flatten)]` it is one value, and needs no `mcp::Record`"
)]
pub trait Record {
    #[doc(hidden)]
    const SHAPE: &'static Shape;
}

impl<T: Record> Record for Box<T> {
    const SHAPE: &'static Shape = T::SHAPE;
}

/// What a type becomes when it is unrolled.
#[derive(Debug)]
pub struct Shape {
    /// The name of the type, as it is written.
    pub(crate) name: &'static str,
    pub(crate) form: Form,
}

/// How many properties there are.
#[derive(Debug)]
pub(crate) enum Form {
    /// One for each member.
    Fields(&'static [Member]),
    /// One for the whole value.
    Whole {
        /// Its key where no other is given.
        key: &'static str,
    },
}

/// One part of a record.
#[derive(Debug)]
pub enum Member {
    /// A field with a key of its own.
    Field(Field),
    /// A flattened field: the fields of its type.
    Flat(&'static Shape),
}

/// One field.
#[derive(Debug)]
pub struct Field {
    /// Its key.
    pub(crate) key: &'static str,
    /// Whether it has a default beside what its type makes of nothing.
    pub(crate) has_default: bool,
    /// How its type is read alone, where that is known.
    pub(crate) reading: Option<Reading>,
}

/// How a type is read, the value thrown away: to find every fault, not the first.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    pub(crate) read: fn(&mut Reader<'_>) -> Result<(), Error>,
    pub(crate) missing: fn() -> Result<(), Error>,
}

/// Asks how the type `T` is read.
#[derive(Debug)]
pub struct Reads<T>(PhantomData<T>);

impl<T: DeserializeOwned> Reads<T> {
    /// By itself. An inherent constant is found before a trait's, if its bounds hold.
    pub const READING: Option<Reading> = Some(Reading {
        read: |reader| T::deserialize(reader).map(drop),
        missing: || T::deserialize(Missing).map(drop),
    });
}

/// What holds for a type that borrows, or is not known.
pub trait NotReadable {
    /// Not known.
    const READING: Option<Reading> = None;
}

impl<T> NotReadable for Reads<T> {}

impl Shape {
    /// A record.
    pub const fn of_fields(name: &'static str, members: &'static [Member]) -> Self {
        let shape = Self {
            name,
            form: Form::Fields(members),
        };
        let mut later = 0;
        while later < members.len() {
            let mut earlier = 0;
            while earlier < later {
                if let Some(key) = members[earlier].common_key(&members[later]) {
                    super::words::panic(&[
                        "two fields of `",
                        name,
                        "` have the key `",
                        key,
                        "`; rename one with `#[serde(rename = \"…\")]`",
                    ]);
                }
                earlier += 1;
            }
            later += 1;
        }
        shape
    }

    /// A value that stays one.
    pub const fn whole(name: &'static str, key: &'static str) -> Self {
        Self {
            name,
            form: Form::Whole { key },
        }
    }

    /// Whether one of the properties has the key `key`.
    pub(crate) const fn has(&self, key: &str) -> bool {
        match self.form {
            Form::Whole { .. } => false,
            Form::Fields(members) => {
                let mut at = 0;
                while at < members.len() {
                    if members[at].has(key) {
                        return true;
                    }
                    at += 1;
                }
                false
            }
        }
    }

    /// A key that both have.
    pub(crate) const fn common_key(&self, other: &Self) -> Option<&'static str> {
        match self.form {
            Form::Whole { .. } => None,
            Form::Fields(members) => {
                let mut at = 0;
                while at < members.len() {
                    let common = match &members[at] {
                        Member::Field(field) if other.has(field.key) => Some(field.key),
                        Member::Field(_) => None,
                        Member::Flat(shape) => shape.common_key(other),
                    };
                    if common.is_some() {
                        return common;
                    }
                    at += 1;
                }
                None
            }
        }
    }

    /// The fields in order, those of flattened records where these stand.
    pub(crate) fn fields(&self) -> Vec<&'static Field> {
        let mut fields = Vec::new();
        self.visit(&mut |field| fields.push(field));
        fields
    }

    /// How many properties there are.
    pub(crate) fn keys(&self) -> usize {
        let mut keys = 0;
        self.visit(&mut |_| keys += 1);
        keys
    }

    fn visit(&self, seen: &mut dyn FnMut(&'static Field)) {
        if let Form::Fields(members) = self.form {
            for member in members {
                match member {
                    Member::Field(field) => seen(field),
                    Member::Flat(shape) => shape.visit(seen),
                }
            }
        }
    }

    /// The field with the key `key`, and how many stand before it.
    pub(crate) fn find(&self, key: &str) -> Result<(usize, &'static Field), usize> {
        let Form::Fields(members) = self.form else {
            return Err(0);
        };
        let mut before = 0;
        for member in members {
            match member {
                Member::Field(field) if field.key == key => return Ok((before, field)),
                Member::Field(_) => before += 1,
                Member::Flat(shape) => match shape.find(key) {
                    Ok((at, field)) => return Ok((before + at, field)),
                    Err(all) => before += all,
                },
            }
        }
        Err(before)
    }
}

impl Member {
    /// A field. `reading` is that of its type, if serde reads the field by its type.
    pub const fn field(key: &'static str, has_default: bool, reading: Option<Reading>) -> Self {
        Self::Field(Field {
            key,
            has_default,
            reading,
        })
    }

    /// A flattened field of type `T`.
    pub const fn flat<T: Record>() -> Self {
        if let Form::Whole { .. } = T::SHAPE.form {
            super::words::panic(&[
                "`",
                T::SHAPE.name,
                "` is an enum, whose fields differ from value to value; do not flatten it, or do not unroll this record",
            ]);
        }
        Self::Flat(T::SHAPE)
    }

    const fn has(&self, key: &str) -> bool {
        match self {
            Self::Field(field) => same(field.key, key),
            Self::Flat(shape) => shape.has(key),
        }
    }

    const fn common_key(&self, other: &Self) -> Option<&'static str> {
        match (self, other) {
            (Self::Field(field), other) if other.has(field.key) => Some(field.key),
            (Self::Field(_), _) => None,
            (Self::Flat(shape), Self::Field(field)) if shape.has(field.key) => Some(field.key),
            (Self::Flat(_), Self::Field(_)) => None,
            (Self::Flat(shape), Self::Flat(other)) => shape.common_key(other),
        }
    }
}
