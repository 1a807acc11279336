//! Keys of objects for serde: text, or what a map's key type reads from it.
//!
//! One spelling for each key, or two keys of one object could mean the same: integers in canonical form only.

use std::borrow::Cow;

use serde::Deserializer;
use serde::de::Visitor;

use super::error::{Error, one_of, quoted};
use super::lent::Lender;
use super::number::{Bounds, Number, quick_integer};
use super::one_of::Name;
use super::text::RawText;

/// A key that was read.
#[derive(Clone, Copy)]
pub(super) struct Key<'de, 'r> {
    text: RawText<'de>,
    /// For key types that borrow; the names of variants have none.
    lender: Option<&'r Lender<'de>>,
}

impl<'de, 'r> Key<'de, 'r> {
    #[inline]
    pub(super) fn new(text: RawText<'de>, lender: Option<&'r Lender<'de>>) -> Self {
        Self { text, lender }
    }

    fn integer(self, bounds: Bounds) -> Result<(bool, u128), Error> {
        let text = self.text.text()?;
        let digits = text.strip_prefix('-').unwrap_or(&text);
        let canonical = !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && (text == "0" || !digits.starts_with('0'));
        if !canonical {
            return Err(Error::expected(
                format!("{} as a key", bounds.words()),
                format!("the key {}", quoted(&text)),
            ));
        }
        if let Some((negative, magnitude, _)) = quick_integer(text.as_bytes())
            && bounds.hold(negative, u128::from(magnitude))
        {
            return Ok((negative, u128::from(magnitude)));
        }
        match Number::scan(&text) {
            Some(number) => bounds
                .check(&number)
                .map_err(|_| self.mismatch(bounds.words())),
            None => Err(self.mismatch(bounds.words())),
        }
    }

    #[cold]
    fn mismatch(self, what: &str) -> Error {
        match self.text.text() {
            Ok(text) => Error::expected(
                format!("{what} as a key"),
                format!("the key {}", quoted(&text)),
            ),
            Err(error) => error,
        }
    }

    /// A type that no key can be.
    #[cold]
    fn no_key(self) -> Error {
        self.mismatch("something else than a string")
    }

    fn number<T>(self, convert: impl FnOnce(Number<'_>) -> Result<T, Error>) -> Result<T, Error> {
        let text = self.text.text()?;
        match Number::scan(&text) {
            Some(number) if number.text.len() == text.len() => convert(number),
            _ => Err(self.mismatch("a number")),
        }
    }
}

macro_rules! integers {
    ($($method:ident $bounds:ident $visit:ident $type:ty,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let (negative, magnitude) = self.integer(Bounds::$bounds)?;
            let value = magnitude as $type;
            visitor.$visit(if negative { value.wrapping_neg() } else { value })
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'de, '_> {
    type Error = Error;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match (self.text.text()?, self.lender) {
            (Cow::Borrowed(text), _) => visitor.visit_borrowed_str(text),
            (Cow::Owned(text), Some(lender)) => lender.visit(text, visitor),
            (Cow::Owned(text), None) => visitor.visit_string(text),
        }
    }

    integers! {
        deserialize_i8 I8 visit_i64 i64, deserialize_i16 I16 visit_i64 i64,
        deserialize_i32 I32 visit_i64 i64, deserialize_i64 I64 visit_i64 i64,
        deserialize_u8 U8 visit_u64 u64, deserialize_u16 U16 visit_u64 u64,
        deserialize_u32 U32 visit_u64 u64, deserialize_u64 U64 visit_u64 u64,
        deserialize_i128 I128 visit_i128 i128, deserialize_u128 U128 visit_u128 u128,
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_f64(self.number(|number| number.to_f64())?)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_f32(self.number(|number| number.to_f32())?)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &*self.text.text()? {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => Err(self.mismatch("\"true\" or \"false\"")),
        }
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let text = self.text.text()?;
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(only), None) => visitor.visit_char(only),
            _ => Err(self.mismatch("one character")),
        }
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    /// Names of fields; a flattened map keeps those it does not know as keys that may be borrowed.
    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.text.text()? {
            Cow::Borrowed(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            Cow::Owned(text) => visitor.visit_byte_buf(text.into_bytes()),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        // the faults of the one form a key can have speak of strings and objects already
        visitor
            .visit_enum(Name::new(self.text))
            .map_err(|error| match error.kind() {
                super::Kind::Expected { .. } => self.mismatch(&one_of(variants)),
                _ => error,
            })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_unit<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(self.no_key())
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: V,
    ) -> Result<V::Value, Error> {
        Err(self.no_key())
    }

    fn deserialize_seq<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(self.no_key())
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Error> {
        Err(self.no_key())
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        _: V,
    ) -> Result<V::Value, Error> {
        Err(self.no_key())
    }

    fn deserialize_map<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(self.no_key())
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        Err(self.no_key())
    }
}
