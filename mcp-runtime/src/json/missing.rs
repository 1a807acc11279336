//! What a type makes of a value that was left out.
//!
//! The answer comes from the type, not from its name: `Option<T>` takes it under any alias and inside any wrapper that
//! decodes as its content; everything else is [`Kind::Missing`](super::Kind::Missing).

use serde::Deserializer;
use serde::de::Visitor;
use serde::forward_to_deserialize_any;

use super::error::Error;
use super::raw::RAW_VALUE;

/// Stands for an absent value: `T::deserialize(Missing)`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Missing;

impl<'de> Deserializer<'de> for Missing {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::missing())
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_none()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if name == RAW_VALUE {
            return Err(Error::missing());
        }
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}
