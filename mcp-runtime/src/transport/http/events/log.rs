//! The log of one stream: its events, who reads it, and how far.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::{COST, Keep, Kind};
use crate::server::Listening;

#[derive(Debug)]
pub(super) struct Log {
    pub(super) kind: Kind,
    /// By their serials, which increase.
    pub(super) events: VecDeque<(u64, Bytes)>,
    pub(super) reading: Reading,
    /// Whoever reads is to come back after this time.
    pub(super) close: Option<Duration>,
    /// When the last event came.
    pub(super) ended: Option<Instant>,
    /// The last event is the answer of the call.
    pub(super) answered: bool,
    /// Something has changed for the reader. Each has one of its own.
    pub(super) more: Arc<Notify>,
    /// Keeps messages that belong to no call coming.
    pub(super) listening: Option<Listening>,
}

/// Who reads a log.
#[derive(Debug)]
pub(super) enum Reading {
    /// Nobody yet; whoever sent the message waits for it to begin.
    NotYet,
    By {
        reader: u64,
        /// The event it has taken last.
        taken: u64,
    },
    /// Nobody any more.
    Left,
}

impl Log {
    pub(super) fn new(kind: Kind) -> Self {
        Log {
            kind,
            events: VecDeque::new(),
            reading: Reading::NotYet,
            close: None,
            ended: None,
            answered: false,
            more: Arc::default(),
            listening: None,
        }
    }

    /// Gives the log to a reader; the one before has to be woken.
    pub(super) fn attach(&mut self, reader: u64, taken: u64) -> Arc<Notify> {
        self.reading = Reading::By { reader, taken };
        std::mem::take(&mut self.more)
    }

    pub(super) fn bytes(&self) -> usize {
        let events = self.events.iter();
        events.map(|(_, frame)| COST + frame.len()).sum()
    }

    fn taken(&self) -> u64 {
        match self.reading {
            Reading::By { taken, .. } => taken,
            Reading::NotYet | Reading::Left => 0,
        }
    }

    fn place(&self) -> usize {
        let taken = self.taken();
        self.events.partition_point(|(serial, _)| *serial <= taken)
    }

    /// How many events nobody has taken.
    pub(super) fn untaken(&self) -> usize {
        self.events.len() - self.place()
    }

    /// The first event that the reader has not taken.
    pub(super) fn first_untaken(&self) -> Option<&(u64, Bytes)> {
        self.events.get(self.place())
    }

    /// Whether more waits for the reader than is kept for anybody.
    pub(super) fn lies_behind(&self, keep: Keep) -> bool {
        let untaken = self.untaken();
        if untaken < 2 || !matches!(self.reading, Reading::By { .. }) {
            return false;
        }
        let bytes = || self.events.iter().skip(self.place());
        untaken > keep.events || bytes().map(|(_, frame)| frame.len()).sum::<usize>() > keep.bytes
    }

    /// The oldest event, if it may be forgotten.
    pub(super) fn forgettable(&self) -> Option<u64> {
        let (oldest, _) = *self
            .events
            .front()
            .map(|(serial, frame)| (serial, frame))
            .as_ref()?;
        let awaited = match self.reading {
            Reading::NotYet => true,
            Reading::By { taken, .. } => *oldest > taken,
            Reading::Left => false,
        };
        (!awaited).then_some(*oldest)
    }
}
