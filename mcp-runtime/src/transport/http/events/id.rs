//! Ids of events: which stream, and where in it.
//!
//! Opaque to clients, and unique in their session.

use std::fmt;

/// What a stream is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Kind {
    /// The answer to a message and what comes before it.
    Call,
    /// What belongs to no message.
    Standing,
}

/// The id of an event; its serial is 0 before the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct EventId {
    pub(in super::super) kind: Kind,
    pub(super) stream: u64,
    pub(super) serial: u64,
}

impl EventId {
    pub(in super::super) fn parse(text: &str) -> Option<Self> {
        let kind = match text.as_bytes().first()? {
            b'c' => Kind::Call,
            b's' => Kind::Standing,
            _ => return None,
        };
        let (stream, serial) = text[1..].split_once('-')?;
        let number = |text: &str| text.parse().ok().filter(|_| !text.starts_with('+'));
        Some(EventId {
            kind,
            stream: number(stream)?,
            serial: number(serial)?,
        })
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Call => 'c',
            Kind::Standing => 's',
        };
        write!(f, "{kind}{}-{}", self.stream, self.serial)
    }
}
