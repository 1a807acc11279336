//! The cursor over a JSON text: tokens, members, skipping, and going back.
//!
//! It is a serde `Deserializer` by reference (`de`), and can be driven by hand where every fault of an object is wanted:
//! decode a value, on a fault [`rewind`](Reader::rewind) to its start, [`skip_value`](Reader::skip_value), go on.

use std::borrow::Cow;

use super::error::{Error, number_shown};
use super::lenient::{Leniency, string_shown};
use super::lent::{Lender, Texts};
use super::number::{Number, number_end};
use super::text::{RawText, closing_quote, decode};

/// Deepest nesting of arrays and objects that is read.
pub(crate) const MAX_DEPTH: u8 = 128;

const CUT_OFF: &str = "it ends too early";
const NO_KEY: &str = "a key in double quotes is missing";
const NO_VALUE: &str = "a value is missing or not a JSON value";
const NO_COMMA: &str = "a comma or a closing bracket is missing";

/// Where a [`Reader`] stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    at: usize,
    depth: u8,
}

/// Reads one JSON text from front to back.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'de> {
    text: &'de str,
    at: usize,
    /// Arrays and objects that are open.
    depth: u8,
    pub(super) lender: Lender<'de>,
    pub(super) leniency: Leniency<'de>,
}

/// An object that is being walked; see [`Reader::object`].
#[derive(Debug)]
pub(crate) struct Object {
    first: bool,
}

impl<'de> Reader<'de> {
    #[inline]
    pub(crate) fn new(text: &'de str) -> Self {
        Self {
            text,
            at: 0,
            depth: 0,
            lender: Lender::new(None),
            leniency: Leniency::default(),
        }
    }

    /// A reader that lends texts with escapes from `texts`, so that every `&str` can be read.
    pub(crate) fn lending(text: &'de str, texts: &'de Texts) -> Self {
        Self {
            lender: Lender::new(Some(texts)),
            ..Self::new(text)
        }
    }

    /// A reader of `text`, which stands for a value in the text of this one.
    pub(super) fn inside(&self, text: &'de str) -> Self {
        Self {
            text,
            at: 0,
            depth: self.depth,
            lender: self.lender.clone(),
            leniency: self.leniency.inside(),
        }
    }

    #[inline]
    pub(crate) fn position(&self) -> Position {
        Position {
            at: self.at,
            depth: self.depth,
        }
    }

    /// Goes back to a position of this reader, also after a fault.
    #[inline]
    pub(crate) fn rewind(&mut self, position: Position) {
        self.at = position.at;
        self.depth = position.depth;
    }

    /// Fails when anything but blanks is left.
    pub(crate) fn end(&mut self) -> Result<(), Error> {
        self.token();
        if self.at < self.text.len() {
            Err(Error::malformed("something follows the value"))
        } else {
            Ok(())
        }
    }

    /// Whether the value that comes next is `null`; does not pass it.
    #[inline]
    pub(crate) fn at_null(&mut self) -> bool {
        self.token() == b'n'
    }

    /// Whether the value that comes next is an object; does not enter it.
    #[inline]
    pub(crate) fn at_object(&mut self) -> bool {
        self.token() == b'{'
    }

    /// Whether the value that comes next is a string; does not pass it.
    #[inline]
    pub(crate) fn at_string(&mut self) -> bool {
        self.token() == b'"'
    }

    /// Passes a string and gives its text, borrowed when it has no escapes.
    pub(crate) fn string(&mut self) -> Result<Cow<'de, str>, Error> {
        if !self.at_string() {
            return Err(self.mismatch("a string"));
        }
        self.text()
    }

    /// Enters an object. [`Object::next_key`] then steps from member to member.
    #[inline]
    pub(crate) fn object(&mut self) -> Result<Object, Error> {
        if !self.at_object() {
            return Err(self.mismatch("an object"));
        }
        self.enter()?;
        Ok(Object { first: true })
    }

    /// Passes the next value without making anything of it; gives its text without the blanks around it.
    pub(crate) fn raw_value(&mut self) -> Result<&'de str, Error> {
        self.token();
        let start = self.at;
        self.skip_value()?;
        Ok(&self.text[start..self.at])
    }

    /// Passes the next value, checking its grammar and depth.
    ///
    /// Escapes are checked for form only: a lone surrogate is a fault of whoever reads the text.
    pub(crate) fn skip_value(&mut self) -> Result<(), Error> {
        // one bit for each open bracket, set for an object
        let mut objects = 0u128;
        let outside = self.depth;
        loop {
            match self.token() {
                open @ (b'{' | b'[') => {
                    self.enter()?;
                    objects = objects << 1 | u128::from(open == b'{');
                    let close = if open == b'{' { b'}' } else { b']' };
                    if self.token() == close {
                        self.leave();
                        objects >>= 1;
                    } else {
                        if open == b'{' {
                            self.skip_key()?;
                        }
                        continue;
                    }
                }
                b'"' => self.skip_string()?,
                b't' => self.literal("true")?,
                b'f' => self.literal("false")?,
                b'n' => self.literal("null")?,
                _ => {
                    self.at = number_end(self.text.as_bytes(), self.at)
                        .ok_or_else(|| Error::malformed(NO_VALUE))?
                }
            }
            loop {
                if self.depth == outside {
                    return Ok(());
                }
                let in_object = objects & 1 == 1;
                match self.token() {
                    b',' => {
                        self.at += 1;
                        if in_object {
                            self.skip_key()?;
                        }
                        break;
                    }
                    b'}' if in_object => self.leave(),
                    b']' if !in_object => self.leave(),
                    _ => return Err(Error::malformed(NO_COMMA)),
                }
                objects >>= 1;
            }
        }
    }

    #[inline]
    fn skip_string(&mut self) -> Result<(), Error> {
        self.at = closing_quote(self.text.as_bytes(), self.at + 1)?.0 + 1;
        Ok(())
    }

    #[inline]
    fn skip_key(&mut self) -> Result<(), Error> {
        if self.token() != b'"' {
            return Err(Error::malformed(NO_KEY));
        }
        self.skip_string()?;
        self.colon()
    }

    #[inline]
    fn colon(&mut self) -> Result<(), Error> {
        if self.token() != b':' {
            return Err(Error::malformed("a colon after a key is missing"));
        }
        self.at += 1;
        Ok(())
    }

    /// Passes blanks; the byte that comes next, or zero (which begins nothing) at the end.
    #[inline]
    pub(super) fn token(&mut self) -> u8 {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                b' ' | b'\n' | b'\t' | b'\r' => self.at += 1,
                byte => return *byte,
            }
        }
        0
    }

    /// What is left of the text.
    #[inline]
    pub(super) fn rest(&self) -> &'de str {
        &self.text[self.at..]
    }

    #[inline]
    pub(super) fn rest_bytes(&self) -> &'de [u8] {
        &self.text.as_bytes()[self.at..]
    }

    #[inline]
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    #[inline]
    pub(super) fn advance(&mut self, length: usize) {
        self.at += length;
    }

    /// Passes an opening bracket.
    #[inline]
    pub(super) fn enter(&mut self) -> Result<(), Error> {
        if self.depth == MAX_DEPTH {
            return Err(Error::new(super::Kind::TooDeep));
        }
        self.depth += 1;
        self.at += 1;
        Ok(())
    }

    /// Passes a closing bracket.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
        self.at += 1;
    }

    /// Steps to the next member of an array or object; passes `close` and gives `false` when there is none.
    #[inline]
    pub(super) fn next_member(&mut self, first: &mut bool, close: u8) -> Result<bool, Error> {
        let token = self.token();
        if token == close {
            self.leave();
            return Ok(false);
        }
        if *first {
            *first = false;
            return Ok(true);
        }
        if token != b',' {
            return Err(Error::malformed(if token == 0 {
                CUT_OFF
            } else {
                NO_COMMA
            }));
        }
        self.at += 1;
        Ok(true)
    }

    /// Passes a key and its colon.
    #[inline]
    pub(super) fn raw_key(&mut self) -> Result<RawText<'de>, Error> {
        if self.token() != b'"' {
            return Err(Error::malformed(NO_KEY));
        }
        let key = self.raw_text()?;
        self.colon()?;
        Ok(key)
    }

    /// Passes the string that begins here.
    #[inline]
    pub(super) fn raw_text(&mut self) -> Result<RawText<'de>, Error> {
        let start = self.at + 1;
        let (end, escaped) = closing_quote(self.text.as_bytes(), start)?;
        self.at = end + 1;
        Ok(RawText {
            raw: &self.text[start..end],
            escaped,
        })
    }

    /// Passes the string that begins here and gives what it stands for.
    #[inline]
    pub(super) fn text(&mut self) -> Result<Cow<'de, str>, Error> {
        let (text, end) = decode(self.text, self.at + 1)?;
        self.at = end + 1;
        Ok(text)
    }

    /// Passes the number that begins here.
    pub(super) fn number(&mut self) -> Result<Number<'de>, Error> {
        let number = Number::scan(self.rest()).ok_or_else(|| Error::malformed(NO_VALUE))?;
        self.at += number.text.len();
        Ok(number)
    }

    /// Passes `true`, `false` or `null`.
    #[inline]
    pub(super) fn literal(&mut self, word: &'static str) -> Result<(), Error> {
        if !self.rest_bytes().starts_with(word.as_bytes()) {
            return Err(Error::malformed(NO_VALUE));
        }
        self.at += word.len();
        Ok(())
    }

    /// The key whose quote stands at `offset`, for the path of a fault.
    #[cold]
    pub(super) fn key_at(&self, offset: usize) -> Cow<'de, str> {
        let mut reader = Reader {
            at: offset,
            ..Reader::new(self.text)
        };
        reader.text().unwrap_or(Cow::Borrowed("?"))
    }

    /// The fault of a value that is not `what`; it stands at the value and stays there.
    #[cold]
    pub(super) fn mismatch(&mut self, what: impl Into<Cow<'static, str>>) -> Error {
        let what = what.into();
        let before = self.position();
        let got = match self.token() {
            b'{' => Ok("an object".to_owned()),
            b'[' => Ok("an array".to_owned()),
            b't' => self.literal("true").map(|()| "true".to_owned()),
            b'f' => self.literal("false").map(|()| "false".to_owned()),
            b'n' => self.literal("null").map(|()| "null".to_owned()),
            b'"' => self.text().map(|text| string_shown(&what, &text)),
            _ => self.number().map(|number| number_shown(number.text)),
        };
        self.rewind(before);
        match got {
            Ok(got) => Error::expected(what, got),
            Err(malformed) => malformed,
        }
    }
}

impl Object {
    /// The next key, past its colon, so that the value comes next; `None` when the object was left.
    ///
    /// The value has to be passed before the next call. Keys given twice are the caller's to notice.
    #[inline]
    pub(crate) fn next_key<'de>(
        &mut self,
        reader: &mut Reader<'de>,
    ) -> Result<Option<Cow<'de, str>>, Error> {
        if !reader.next_member(&mut self.first, b'}')? {
            return Ok(None);
        }
        reader.raw_key()?.text().map(Some)
    }
}
