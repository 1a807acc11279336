//! An object whose members stand here and there in another one: what the fields of an unrolled record are.
//!
//! Does not know why they stand apart, nor what else stands between them.

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, MapAccess, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};

use super::error::Error;
use super::raw::RAW_VALUE;
use super::reader::{Position, Reader};

/// Members with the places of their values in one text.
#[derive(Debug)]
pub(crate) struct Gathered<'de> {
    /// Over the text that the places are in; none while there is no member.
    reader: Option<Reader<'de>>,
    members: Vec<(&'static str, Position)>,
}

impl<'de> Gathered<'de> {
    /// No members.
    pub(crate) const fn new() -> Self {
        Self {
            reader: None,
            members: Vec::new(),
        }
    }

    /// Takes the value that comes next as the member `key`, and passes it.
    pub(crate) fn take(
        &mut self,
        key: &'static str,
        reader: &mut Reader<'de>,
    ) -> Result<(), Error> {
        let place = reader.position();
        reader.skip_value()?;
        if self.reader.is_none() {
            self.reader = Some(reader.clone());
        }
        self.members.push((key, place));
        Ok(())
    }

    /// A reader at the value of the member `key`.
    pub(crate) fn at(&mut self, key: &str) -> Option<&mut Reader<'de>> {
        let (_, place) = self.members.iter().find(|(name, _)| *name == key)?;
        let reader = self.reader.as_mut()?;
        reader.rewind(*place);
        Some(reader)
    }
}

/// As an object; it can be read again.
impl<'de> Deserializer<'de> for &mut Gathered<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(Walk {
            gathered: self,
            next: 0,
        })
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if name == RAW_VALUE {
            return Err(Error::expected("one value", "several arguments"));
        }
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

struct Walk<'g, 'de> {
    gathered: &'g mut Gathered<'de>,
    next: usize,
}

impl<'de> MapAccess<'de> for Walk<'_, 'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        let Some((key, _)) = self.gathered.members.get(self.next) else {
            return Ok(None);
        };
        self.next += 1;
        seed.deserialize(BorrowedStrDeserializer::new(key))
            .map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let (key, place) = self.gathered.members[self.next - 1];
        let reader = self
            .gathered
            .reader
            .as_mut()
            .expect("a member came from a reader");
        reader.rewind(place);
        seed.deserialize(reader).map_err(|error| error.at_key(key))
    }
}
