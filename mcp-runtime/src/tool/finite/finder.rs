//! Walks a value and stops at the first float that is not finite.
//!
//! Writes nothing. Only runs after a value was written that has a `null` in it.

use serde::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use std::fmt::{self, Write as _};

/// The walk; holds the path to where it is.
pub(super) struct Finder {
    path: String,
}

impl Finder {
    /// `Err` names the float.
    pub(super) fn check<T: Serialize + ?Sized>(value: &T) -> Result<(), String> {
        let mut finder = Self {
            path: String::new(),
        };
        match value.serialize(&mut finder) {
            Ok(()) => Ok(()),
            Err(Stop(what)) if finder.path.is_empty() => {
                Err(format!("the result has no JSON form: it is {what}"))
            }
            Err(Stop(what)) => Err(format!(
                "the result has no JSON form: `{}` is {what}",
                finder.path
            )),
        }
    }

    fn float(&self, value: f64) -> Result<(), Stop> {
        match value {
            value if value.is_finite() => Ok(()),
            value if value.is_nan() => Err(Stop("NaN".to_owned())),
            _ => Err(Stop("infinite".to_owned())),
        }
    }

    /// Walks a member; the path keeps its name only when the walk stops there.
    fn member<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<(), Stop> {
        let len = self.path.len();
        if len > 0 {
            self.path.push('.');
        }
        self.path.push_str(key);
        value.serialize(&mut *self)?;
        self.path.truncate(len);
        Ok(())
    }

    fn element<T: Serialize + ?Sized>(&mut self, index: usize, value: &T) -> Result<(), Stop> {
        let len = self.path.len();
        write!(self.path, "[{index}]").map_err(Stop::custom)?;
        value.serialize(&mut *self)?;
        self.path.truncate(len);
        Ok(())
    }
}

/// Why the walk stopped.
#[derive(Debug)]
pub(super) struct Stop(String);

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Stop {}

impl serde::ser::Error for Stop {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// A list or an object on the walk.
pub(super) struct Inside<'a> {
    finder: &'a mut Finder,
    index: usize,
    key: String,
}

impl Inside<'_> {
    fn next<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stop> {
        let index = self.index;
        self.index += 1;
        self.finder.element(index, value)
    }
}

macro_rules! nothing {
    ($($name:ident: $type:ty),*) => {$(
        fn $name(self, _: $type) -> Result<(), Stop> {
            Ok(())
        }
    )*};
}

impl<'a> Serializer for &'a mut Finder {
    type Ok = ();
    type Error = Stop;
    type SerializeSeq = Inside<'a>;
    type SerializeTuple = Inside<'a>;
    type SerializeTupleStruct = Inside<'a>;
    type SerializeTupleVariant = Inside<'a>;
    type SerializeMap = Inside<'a>;
    type SerializeStruct = Inside<'a>;
    type SerializeStructVariant = Inside<'a>;

    nothing! {
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32,
        serialize_i64: i64, serialize_i128: i128, serialize_u8: u8, serialize_u16: u16,
        serialize_u32: u32, serialize_u64: u64, serialize_u128: u128, serialize_char: char,
        serialize_str: &str, serialize_bytes: &[u8], serialize_unit_struct: &'static str
    }

    fn serialize_f32(self, value: f32) -> Result<(), Stop> {
        self.float(f64::from(value))
    }

    fn serialize_f64(self, value: f64) -> Result<(), Stop> {
        self.float(value)
    }

    fn serialize_none(self) -> Result<(), Stop> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Stop> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Stop> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<(), Stop> {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Stop> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Stop> {
        self.member(variant, value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Inside<'a>, Stop> {
        Ok(Inside {
            finder: self,
            index: 0,
            key: String::new(),
        })
    }

    fn serialize_tuple(self, len: usize) -> Result<Inside<'a>, Stop> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Inside<'a>, Stop> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        len: usize,
    ) -> Result<Inside<'a>, Stop> {
        self.serialize_seq(Some(len))
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Inside<'a>, Stop> {
        self.serialize_seq(len)
    }

    fn serialize_struct(self, _: &'static str, len: usize) -> Result<Inside<'a>, Stop> {
        self.serialize_seq(Some(len))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        len: usize,
    ) -> Result<Inside<'a>, Stop> {
        self.serialize_seq(Some(len))
    }
}

macro_rules! elements {
    ($($trait:ident::$method:ident),*) => {$(
        impl $trait for Inside<'_> {
            type Ok = ();
            type Error = Stop;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stop> {
                self.next(value)
            }

            fn end(self) -> Result<(), Stop> {
                Ok(())
            }
        }
    )*};
}

elements!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);

macro_rules! members {
    ($($trait:ident),*) => {$(
        impl $trait for Inside<'_> {
            type Ok = ();
            type Error = Stop;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), Stop> {
                self.finder.member(key, value)
            }

            fn end(self) -> Result<(), Stop> {
                Ok(())
            }
        }
    )*};
}

members!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for Inside<'_> {
    type Ok = ();
    type Error = Stop;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Stop> {
        // The value was written before, so the key has a JSON form; a string stands for itself.
        let key = serde_json::to_value(key).map_err(Stop::custom)?;
        self.key = key.as_str().map_or_else(|| key.to_string(), str::to_owned);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stop> {
        let key = std::mem::take(&mut self.key);
        self.finder.member(&key, value)
    }

    fn end(self) -> Result<(), Stop> {
        Ok(())
    }
}
