//! How a tool takes its arguments, and those that came as text.

use super::constraints::{self, Patterns};
use super::validate::Published;
use super::{Descriptor, Parameter};
use crate::json::{Error, Reader};

/// How a tool takes its arguments.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    pub(super) parameters: &'static [Parameter],
    pub(super) patterns: Patterns,
    /// An argument that nobody knows is no fault.
    pub(super) ignores_extra: bool,
    /// A value may come as text where its type takes no text.
    pub(super) lenient: bool,
    /// What else must hold.
    pub(super) published: Published,
}

impl Rules {
    pub(crate) fn new(descriptor: &Descriptor, patterns: Patterns) -> Self {
        Self {
            parameters: descriptor.parameters,
            patterns,
            ignores_extra: descriptor.ignores_extra,
            lenient: descriptor.lenient,
            published: Published::default(),
        }
    }

    /// The same rules, and the published schema.
    pub(crate) fn published(mut self, published: Published) -> Self {
        self.published = published;
        self
    }

    /// Those of a function that is no tool: each argument is a text, without bounds.
    pub(crate) fn of_text(parameters: &'static [Parameter]) -> Self {
        Self {
            parameters,
            ..Self::default()
        }
    }
}

/// Decodes first: the type alone tells whether a string is text or stands for another value, and
/// the bounds are for the value.
pub(super) fn lenient<'de>(
    parameter: &Parameter,
    index: usize,
    patterns: &Patterns,
    reader: &mut Reader<'de>,
    read: &mut dyn FnMut(&mut Reader<'de>) -> Result<(), Error>,
) -> Result<(), Error> {
    let start = reader.position();
    reader.watch_text();
    let decoded = read(reader);
    let end = reader.position();
    let checked = match reader.opened_text() {
        Some(text) => constraints::check(parameter, index, patterns, &mut Reader::new(text)),
        None => {
            reader.rewind(start);
            constraints::check(parameter, index, patterns, reader)
        }
    };
    reader.rewind(end);
    checked.and(decoded)
}
