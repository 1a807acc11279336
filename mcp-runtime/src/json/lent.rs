//! Strings on their way to a type, and those that had escapes for types that borrow: a `&str` inside a list or a record.
//!
//! Such a type can only take what lives as long as the message, and the message has the text in its escaped form. So the
//! decoded form is kept beside the message. A type that owns its text never comes here.

use std::borrow::Cow;
use std::cell::Cell;
use std::sync::OnceLock;

use serde::de::Visitor;

use super::error::Error;
use super::reader::Reader;

/// Decoded texts that live as long as this.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    text: Box<str>,
    next: OnceLock<Box<Texts>>,
}

/// Keeps decoded texts in a [`Texts`], if there is one.
#[derive(Clone, Debug)]
pub(super) struct Lender<'de> {
    /// The last text that is known.
    last: Option<Cell<&'de Texts>>,
}

impl<'de> Lender<'de> {
    pub(super) fn new(texts: Option<&'de Texts>) -> Self {
        Self {
            last: texts.map(Cell::new),
        }
    }

    /// Keeps a text that had escapes, if there is a place for it.
    pub(super) fn keep(&self, text: String) -> Option<&'de str> {
        self.last.as_ref().map(|last| keep(last, text))
    }

    /// Gives a text that had escapes to a type that may want to borrow it.
    #[cold]
    pub(super) fn visit<V: Visitor<'de>>(
        &self,
        text: String,
        visitor: V,
    ) -> Result<V::Value, Error> {
        match &self.last {
            Some(last) => visitor.visit_borrowed_str(keep(last, text)),
            None => visitor.visit_string(text),
        }
    }
}

impl<'de> Reader<'de> {
    #[inline]
    pub(super) fn visit_text<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Error> {
        if self.token() != b'"' {
            return Err(self.mismatch("a string"));
        }
        match self.text()? {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    /// For types that may want to borrow.
    #[inline]
    pub(super) fn lend_text<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Error> {
        if self.token() != b'"' {
            return Err(self.mismatch("a string"));
        }
        match self.text()? {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => self.lender.visit(text, visitor),
        }
    }
}

fn keep<'de>(last: &Cell<&'de Texts>, text: String) -> &'de str {
    let mut node = Box::new(Texts {
        text: text.into(),
        next: OnceLock::new(),
    });
    loop {
        let end = last.get();
        match end.next.set(node) {
            Ok(()) => {
                let kept = end.next.get().expect("it was set just now");
                last.set(kept);
                return &kept.text;
            }
            // Another reader of the same message was here.
            Err(again) => {
                node = again;
                last.set(end.next.get().expect("it was set already"));
            }
        }
    }
}

/// One after the other: a message can hold millions, and each inside the one before.
impl Drop for Texts {
    fn drop(&mut self) {
        let mut next = self.next.take();
        while let Some(mut texts) = next {
            next = texts.next.take();
        }
    }
}
