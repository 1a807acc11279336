//! Arguments that arrive as text and are read with `FromStr`: those of prompts and resources.
//!
//! Does not know which of the two a function is.

use super::arguments::Plain;
use crate::json::{Error, Reader};
use std::fmt::Display;
use std::str::FromStr;

/// A type that can be an argument of a prompt or of a resource: it is read from text with
/// [`FromStr`], and says in words why a text does not fit.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from text",
    label = "this type has no `FromStr` with an error that has `Display`",
    note = "take `&str`, `String`, a number or `bool`, or implement `std::str::FromStr`; what may be left out is \
            spelt `Option<T>`, without an alias",
    note = "what the server lends is taken by reference: `&{Self}`"
)]
pub trait FromText: Sized {
    #[doc(hidden)]
    fn from_text(text: &str) -> Result<Self, String>;
}

#[diagnostic::do_not_recommend]
impl<T: FromStr<Err: Display>> FromText for T {
    fn from_text(text: &str) -> Result<Self, String> {
        text.parse().map_err(|error| format!("{error:#}"))
    }
}

/// The place of an argument of type `T`.
pub const fn text<'de, T: FromText>() -> Plain<'de, T> {
    Plain::of(read, || Err(Error::missing()))
}

/// The place of an argument of type `Option<T>`.
pub const fn text_or_none<'de, T: FromText>() -> Plain<'de, Option<T>> {
    Plain::of(
        |reader| match reader.at_null() {
            true => reader.skip_value().map(|()| None),
            false => read(reader).map(Some),
        },
        || Ok(None),
    )
}

fn read<T: FromText>(reader: &mut Reader<'_>) -> Result<T, Error> {
    let text = reader.string()?;
    T::from_text(&text).map_err(|reason| Error::unreadable(&text, &reason))
}
