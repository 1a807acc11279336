//! The serde side of [`Reader`]: which JSON values a type is decoded from.
//!
//! Stricter than serde's habit where a schema says so (records from objects only, tuples of exact length, variants in
//! one form each), wider for integers (`5.0`).

use std::borrow::Cow;

use serde::Deserializer;
use serde::de::Visitor;

use super::error::{Error, one_of};
use super::lenient::Wanted;
use super::number::{Bounds, Exact, Number, quick_decimal, quick_integer};
use super::one_of::{Name, Tagged};
use super::raw::{RAW_VALUE, RawMember};
use super::reader::Reader;
use super::reword::is_internally_tagged;

impl<'de> Reader<'de> {
    /// An integer of at most 64 bits.
    #[inline]
    fn integer(&mut self, bounds: Bounds) -> Result<(bool, u64), Error> {
        let token = self.token();
        if let Some((negative, magnitude, length)) = quick_integer(self.rest_bytes()) {
            if !bounds.hold(negative, u128::from(magnitude)) {
                return Err(bounds.passed(negative, &self.rest()[..length]));
            }
            self.advance(length);
            return Ok((negative, magnitude));
        }
        self.wide_integer(token, bounds)
            .map(|(negative, magnitude)| (negative, magnitude as u64))
    }

    /// An integer of any size or form.
    #[inline(never)]
    fn wide_integer(&mut self, token: u8, bounds: Bounds) -> Result<(bool, u128), Error> {
        if !starts_number(token) {
            return match self.behind_text(Wanted::Number)? {
                Some(mut inner) => bounds.check(&inner.number()?),
                None => Err(self.mismatch("an integer")),
            };
        }
        bounds.check(&self.number()?)
    }

    fn any_number<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Error> {
        let (negative, magnitude) = match quick_integer(self.rest_bytes()) {
            Some((negative, magnitude, length)) if (negative, magnitude) != (true, 0) => {
                self.advance(length);
                if !negative || magnitude <= 1 << 63 {
                    (negative, magnitude)
                } else {
                    // beyond i64; below zero only a float is left
                    return visitor.visit_f64(-(magnitude as f64));
                }
            }
            _ => {
                let number = self.number()?;
                match number.exact() {
                    Exact::Integer {
                        negative,
                        magnitude,
                    } if (negative, magnitude) != (true, 0)
                        && Bounds::of_any(negative).hold(negative, magnitude) =>
                    {
                        (negative, magnitude as u64)
                    }
                    _ => return visitor.visit_f64(number.to_f64()?),
                }
            }
        };
        visit_integer(visitor, negative, magnitude)
    }
}

pub(super) fn starts_number(token: u8) -> bool {
    matches!(token, b'-' | b'0'..=b'9')
}

#[inline]
fn visit_integer<'de, V: Visitor<'de>>(
    visitor: V,
    negative: bool,
    magnitude: u64,
) -> Result<V::Value, Error> {
    // two's complement: the magnitude was checked to fit, 2^63 included
    if negative {
        visitor.visit_i64((magnitude as i64).wrapping_neg())
    } else {
        visitor.visit_u64(magnitude)
    }
}

/// `an array of 2 elements`.
pub(super) fn array_of(length: usize) -> String {
    match length {
        0 => "an empty array".to_owned(),
        1 => "an array of 1 element".to_owned(),
        _ => format!("an array of {length} elements"),
    }
}

macro_rules! integers {
    ($($method:ident $bounds:ident,)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let (negative, magnitude) = self.integer(Bounds::$bounds)?;
            visit_integer(visitor, negative, magnitude)
        }
    )*};
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.token() {
            b'"' => {
                if self.leniency.on
                    && is_internally_tagged(&visitor)
                    && let Some(mut inner) = self.behind_text(Wanted::Object)?
                {
                    return inner.members(visitor);
                }
                self.lend_text(visitor)
            }
            b'{' => self.members(visitor),
            b'[' if is_internally_tagged(&visitor) => Err(self.mismatch("an object with a tag")),
            b'[' => self.deserialize_seq(visitor),
            b't' | b'f' => self.deserialize_bool(visitor),
            b'n' => self.deserialize_unit(visitor),
            token if starts_number(token) => self.any_number(visitor),
            _ => Err(self.mismatch("a value")),
        }
    }

    integers! {
        deserialize_i8 I8, deserialize_i16 I16, deserialize_i32 I32, deserialize_i64 I64,
        deserialize_u8 U8, deserialize_u16 U16, deserialize_u32 U32, deserialize_u64 U64,
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let token = self.token();
        let (negative, magnitude) = self.wide_integer(token, Bounds::I128)?;
        let value = magnitude as i128;
        visitor.visit_i128(if negative {
            value.wrapping_neg()
        } else {
            value
        })
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let token = self.token();
        visitor.visit_u128(self.wide_integer(token, Bounds::U128)?.1)
    }

    #[inline]
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let token = self.token();
        if !starts_number(token) {
            return match self.behind_text(Wanted::Number)? {
                Some(mut inner) => inner.deserialize_f64(visitor),
                None => Err(self.mismatch("a number")),
            };
        }
        let Some((length, value)) = quick_decimal(self.rest_bytes()) else {
            return Err(self.mismatch("a number"));
        };
        let value = match value {
            Some(value) => value,
            None => Number {
                text: &self.rest()[..length],
            }
            .to_f64()?,
        };
        self.advance(length);
        visitor.visit_f64(value)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if !starts_number(self.token()) {
            return match self.behind_text(Wanted::Number)? {
                Some(mut inner) => inner.deserialize_f32(visitor),
                None => Err(self.mismatch("a number")),
            };
        }
        visitor.visit_f32(self.number()?.to_f32()?)
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.token() {
            b't' => self.literal("true")?,
            b'f' => {
                self.literal("false")?;
                return visitor.visit_bool(false);
            }
            _ => {
                return match self.behind_text(Wanted::Bool)? {
                    Some(mut inner) => inner.deserialize_bool(visitor),
                    None => Err(self.mismatch("true or false")),
                };
            }
        }
        visitor.visit_bool(true)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let start = self.position();
        let text = if self.at_string() {
            Some(self.string()?)
        } else {
            None
        };
        let mut characters = text.iter().flat_map(|text| text.chars());
        match (characters.next(), characters.next()) {
            (Some(only), None) => visitor.visit_char(only),
            _ => {
                self.rewind(start);
                Err(self.mismatch("a string of one character"))
            }
        }
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.lend_text(visitor)
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_text(visitor)
    }

    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_text(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if !self.at_string() {
            return self.array(
                visitor,
                |reader| reader.mismatch("a string or an array of bytes"),
                None,
            );
        }
        match self.text()? {
            Cow::Borrowed(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            Cow::Owned(text) => visitor.visit_byte_buf(text.into_bytes()),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_bytes(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if !self.at_null() {
            return visitor.visit_some(self);
        }
        self.literal("null")?;
        visitor.visit_none()
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if !self.at_null() {
            return Err(self.mismatch("null"));
        }
        self.literal("null")?;
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if name == RAW_VALUE {
            return visitor.visit_map(RawMember::new(self.raw_value()?));
        }
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.array(visitor, |reader| reader.mismatch("an array"), None)
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.tuple(length, visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.members(visitor)
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.fields(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.token() {
            b'"' => match self.behind_variant(variants)? {
                Some(mut inner) => inner.deserialize_enum(name, variants, visitor),
                None => visitor.visit_enum(Name::new(self.raw_text()?)),
            },
            b'{' => {
                let mut tagged = Tagged::enter(self)?;
                let value = visitor.visit_enum(&mut tagged)?;
                tagged.finish()?;
                Ok(value)
            }
            _ => Err(self.mismatch(one_of(variants))),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.skip_value()?;
        visitor.visit_unit()
    }
}
