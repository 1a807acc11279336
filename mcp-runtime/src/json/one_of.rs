//! Enums for serde: a plain string for a variant without content, an object of one key for one with.

use serde::de::{DeserializeSeed, EnumAccess, VariantAccess, Visitor};

use super::error::{Error, quoted};
use super::key::Key;
use super::reader::Reader;
use super::text::RawText;

/// A variant given as a plain string.
pub(super) struct Name<'de> {
    name: RawText<'de>,
}

impl<'de> Name<'de> {
    pub(super) fn new(name: RawText<'de>) -> Self {
        Self { name }
    }

    #[cold]
    fn needs_content(self) -> Error {
        match self.name.text() {
            Ok(name) => {
                let shown = quoted(&name);
                Error::expected(
                    format!("an object with the one key {shown}"),
                    format!("the string {shown}"),
                )
            }
            Err(error) => error,
        }
    }
}

impl<'de> EnumAccess<'de> for Name<'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Error> {
        Ok((seed.deserialize(Key::new(self.name, None))?, self))
    }
}

impl<'de> VariantAccess<'de> for Name<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, _: S) -> Result<S::Value, Error> {
        Err(self.needs_content())
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Error> {
        Err(self.needs_content())
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        Err(self.needs_content())
    }
}

/// A variant given as the one key of an object that was entered.
pub(super) struct Tagged<'r, 'de> {
    reader: &'r mut Reader<'de>,
    /// Where the key stands, to name it in a fault.
    key: usize,
    name: RawText<'de>,
}

const ONE_KEY: &str = "an object with one key";

impl<'r, 'de> Tagged<'r, 'de> {
    pub(super) fn enter(reader: &'r mut Reader<'de>) -> Result<Self, Error> {
        reader.enter()?;
        if !reader.next_member(&mut true, b'}')? {
            return Err(Error::expected(ONE_KEY, "an empty object"));
        }
        reader.token();
        let key = reader.offset();
        let name = reader.raw_key()?;
        Ok(Self { reader, key, name })
    }

    pub(super) fn finish(self) -> Result<(), Error> {
        if self.reader.next_member(&mut false, b'}')? {
            return Err(Error::expected(ONE_KEY, "an object with more keys"));
        }
        Ok(())
    }

    #[cold]
    fn inside(&self, error: Error) -> Error {
        error.at_key(&self.reader.key_at(self.key))
    }
}

impl<'de> EnumAccess<'de> for &mut Tagged<'_, 'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Error> {
        Ok((seed.deserialize(Key::new(self.name, None))?, self))
    }
}

impl<'de> VariantAccess<'de> for &mut Tagged<'_, 'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        let name = self.reader.key_at(self.key);
        Err(Error::expected(
            format!("the string {}", quoted(&name)),
            "an object",
        ))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(&mut *self.reader)
            .map_err(|error| self.inside(error))
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Error> {
        self.reader
            .tuple(length, visitor)
            .map_err(|error| self.inside(error))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.reader
            .fields(visitor)
            .map_err(|error| self.inside(error))
    }
}
