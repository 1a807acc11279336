//! Values that came as text: `"5"` for 5, and JSON text for an object or an array.
//!
//! Some clients send them so. Only a reader that was told to takes them, and only where the type asks for something
//! that no string is: whatever may be text stays text. Behind serde's buffer, inside untagged and flattened types,
//! nobody knows any more what was asked for; there this ends.

use std::borrow::Cow;

use super::error::{Error, Kind, quoted};
use super::number::number_end;
use super::reader::Reader;

/// Whether a reader takes text for other values, and what it found.
#[derive(Clone, Debug, Default)]
pub(super) struct Leniency<'de> {
    pub(super) on: bool,
    /// Where the string would stand whose meaning is to be remembered.
    watched: Option<usize>,
    /// What that string stood for.
    opened: Option<&'de str>,
}

impl Leniency<'_> {
    /// That of a value behind a string.
    pub(super) fn inside(&self) -> Self {
        Self {
            on: self.on,
            ..Self::default()
        }
    }
}

/// The kind of value that a type asks for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Wanted {
    Number,
    Bool,
    Array,
    Object,
}

impl<'de> Reader<'de> {
    /// The same reader, taking values that come as text.
    pub(crate) fn lenient(mut self) -> Self {
        self.leniency.on = true;
        self
    }

    /// Remembers of the value that comes next whether a string stood for it.
    pub(crate) fn watch_text(&mut self) {
        self.token();
        self.leniency.watched = Some(self.offset());
        self.leniency.opened = None;
    }

    /// The value for which the watched string stood, as JSON text.
    pub(crate) fn opened_text(&self) -> Option<&'de str> {
        self.leniency.opened
    }

    /// A reader of the value behind the string that comes next, if that is one of the kind that is wanted. The string
    /// is then passed.
    #[cold]
    pub(super) fn behind_text(&mut self, wanted: Wanted) -> Result<Option<Self>, Error> {
        if !self.leniency.on || !self.at_string() {
            return Ok(None);
        }
        let start = self.position();
        let place = self.offset();
        let text = match self.text()? {
            Cow::Borrowed(text) => Some(text),
            Cow::Owned(text) => self.lender.keep(text),
        };
        if let Some(text) = text {
            let mut inner = self.inside(text);
            if inner.is(wanted)? {
                if self.leniency.watched == Some(place) {
                    self.leniency.opened = Some(text);
                }
                return Ok(Some(inner));
            }
        }
        self.rewind(start);
        Ok(None)
    }

    /// A reader of the object behind a string that is the name of no variant.
    #[inline]
    pub(super) fn behind_variant(&mut self, variants: &[&str]) -> Result<Option<Self>, Error> {
        match self.leniency.on {
            false => Ok(None),
            true => self.behind_other_name(variants),
        }
    }

    #[cold]
    fn behind_other_name(&mut self, variants: &[&str]) -> Result<Option<Self>, Error> {
        let start = self.position();
        let text = self.string()?;
        self.rewind(start);
        match variants.contains(&&*text) {
            true => Ok(None),
            false => self.behind_text(Wanted::Object),
        }
    }

    /// Whether the whole text is one value of this kind; stays where it is.
    ///
    /// Fails when the value is nested too deep for this place.
    fn is(&mut self, wanted: Wanted) -> Result<bool, Error> {
        let rest = self.rest();
        let open = match wanted {
            Wanted::Number => return Ok(number_end(rest.as_bytes(), 0) == Some(rest.len())),
            Wanted::Bool => return Ok(matches!(rest, "true" | "false")),
            Wanted::Array => b'[',
            Wanted::Object => b'{',
        };
        if self.token() != open {
            return Ok(false);
        }
        let start = self.position();
        let whole = self.skip_value().and_then(|()| self.end());
        self.rewind(start);
        match whole {
            Err(error) if *error.kind() == Kind::TooDeep => Err(error),
            whole => Ok(whole.is_ok()),
        }
    }
}

/// A string in the words of a fault; where it is a value sent as text, they tell what to do.
pub(super) fn string_shown(what: &str, text: &str) -> String {
    let (open, remedy) = match what {
        _ if what.starts_with("an object") => ('{', "object"),
        _ if what.starts_with("an array") => ('[', "array"),
        _ => return format!("the string {}", quoted(text)),
    };
    let mut inner = Reader::new(text);
    let is_json = text.trim_start().starts_with(open)
        && inner.skip_value().and_then(|()| inner.end()).is_ok();
    if is_json {
        format!("a string that holds JSON text; send the {remedy} itself")
    } else {
        format!("the string {}", quoted(text))
    }
}
