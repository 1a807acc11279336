//! Borrowed JSON text to serde: the decoder behind arguments and messages.
//!
//! It reads what JSON Schema calls valid, not what Rust's types suggest: `5.0` is an integer, an array is no record, a
//! key given twice is a fault. Its errors name a place in the value and speak of JSON, so that a model can act on them.
//!
//! Does not know what a tool, an argument list or a message is, and never writes JSON.
//!
//! Invariants: no float stands between an integer and its digits; nothing recurses deeper than 128 levels; a decoded
//! value costs no allocation but its own (an object of many keys and no declared fields keeps a list of its keys).

mod access;
mod closest;
mod de;
mod error;
mod gathered;
#[cfg(feature = "validate")]
mod judged;
mod key;
mod lenient;
mod lent;
mod measure;
mod missing;
mod number;
mod one_of;
mod raw;
mod reader;
mod reword;
mod text;

#[cfg(test)]
mod tests;

pub(crate) use closest::closest;
pub(crate) use error::{Error, Kind};
pub(crate) use gathered::Gathered;
#[cfg(feature = "validate")]
pub(crate) use judged::{Place, is_vague};
pub(crate) use lent::Texts;
pub(crate) use measure::{Measured, compare_numbers};
pub(crate) use missing::Missing;
pub(crate) use reader::Reader;

/// Decodes one whole JSON text.
pub(crate) fn from_str<'de, T: serde::Deserialize<'de>>(text: &'de str) -> Result<T, Error> {
    let mut reader = Reader::new(text);
    let value = T::deserialize(&mut reader)?;
    reader.end()?;
    Ok(value)
}
