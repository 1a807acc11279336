//! `serde_json::value::RawValue`: a value that keeps its text.
//!
//! The type asks for itself by a name and takes its text as the one member of an object of that name. Both are how
//! `serde_json` and its own decoder have long agreed; a test would notice a change.

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, MapAccess};

use super::error::Error;

/// The name under which the type asks for its text.
pub(super) const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// The one-member object as which a `RawValue` takes the text of a value.
pub(super) struct RawMember<'de> {
    text: Option<&'de str>,
}

impl<'de> RawMember<'de> {
    pub(super) fn new(text: &'de str) -> Self {
        Self { text: Some(text) }
    }
}

impl<'de> MapAccess<'de> for RawMember<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        if self.text.is_none() {
            return Ok(None);
        }
        seed.deserialize(BorrowedStrDeserializer::new(RAW_VALUE))
            .map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let text = self.text.take().ok_or_else(Error::missing)?;
        seed.deserialize(BorrowedStrDeserializer::new(text))
    }
}
