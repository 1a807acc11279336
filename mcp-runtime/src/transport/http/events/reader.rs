//! Reading a stream: how it begins, and what comes next.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::Notify;

use super::log::Reading;
use super::{EventId, Events, Way};
use crate::server::{Listening, Outlet};

/// A stream that nobody reads yet. Dropped like that, it leaves nothing.
#[derive(Debug)]
pub(in super::super) struct Stream {
    events: Arc<Events>,
    number: u64,
}

/// How a stream begins.
pub(in super::super) enum Start {
    /// Not at all: the answer came first, and was all.
    Whole(Option<Bytes>),
    Stream(Reader),
}

impl Stream {
    pub(super) fn new(events: Arc<Events>, number: u64) -> Self {
        Stream { events, number }
    }

    /// The way into it.
    pub(in super::super) fn way(&self) -> Way {
        Way {
            events: Arc::downgrade(&self.events),
            number: self.number,
        }
    }

    pub(in super::super) fn outlet(&self) -> Outlet {
        Outlet::to(Arc::new(self.way()))
    }

    /// Keeps messages that belong to no call coming for as long as it is kept.
    pub(in super::super) fn keep(&self, listening: Listening) {
        let mut logs = self.events.lock();
        if let Some(log) = logs.by_number.get_mut(&self.number) {
            log.listening = Some(listening);
        }
    }

    /// Waits until there is something to say.
    pub(in super::super) async fn begun(&self) {
        loop {
            let more = {
                let logs = self.events.lock();
                let Some(log) = logs.by_number.get(&self.number) else {
                    return;
                };
                if !log.events.is_empty() || log.ended.is_some() || log.close.is_some() {
                    return;
                }
                Arc::clone(&log.more)
            };
            more.notified().await;
        }
    }

    /// The answer, when it is all there is to say and may be said like that; else the stream.
    pub(in super::super) fn start(self, whole: bool) -> Start {
        let mut logs = self.events.lock();
        let reader = logs.next();
        let Some(log) = logs.by_number.get_mut(&self.number) else {
            return Start::Whole(None);
        };
        let is_all = log.close.is_none() && log.events.len() == usize::from(log.answered);
        if whole && log.ended.is_some() && is_all {
            let log = logs.remove(self.number);
            let answer = log.and_then(|mut log| log.events.pop_front());
            return Start::Whole(answer.map(|(_, frame)| frame));
        }
        let id = EventId {
            kind: log.kind,
            stream: self.number,
            serial: 0,
        };
        log.attach(reader, 0);
        let more = Arc::clone(&log.more);
        drop(logs);
        Start::Stream(Reader::new(Arc::clone(&self.events), id, reader, more))
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        let mut logs = self.events.lock();
        let log = logs.by_number.get(&self.number);
        let gone = log
            .is_some_and(|log| matches!(log.reading, Reading::NotYet))
            .then(|| logs.remove(self.number));
        drop(logs);
        drop(gone);
    }
}

/// Who reads a stream. Dropped, it may come back.
#[derive(Debug)]
pub(in super::super) struct Reader {
    events: Arc<Events>,
    /// Where it began.
    first: EventId,
    /// The event it has taken last.
    last: EventId,
    serial: u64,
    more: Arc<Notify>,
}

/// What comes next on a stream.
#[derive(Debug, PartialEq, Eq)]
pub(in super::super) enum Next {
    Event(Bytes),
    /// The client is to come back after this time.
    Close(Duration),
    /// Nothing, ever.
    End,
}

impl Reader {
    pub(super) fn new(events: Arc<Events>, first: EventId, serial: u64, more: Arc<Notify>) -> Self {
        Reader {
            events,
            first,
            last: first,
            serial,
            more,
        }
    }

    /// The id of the event behind which it began.
    pub(in super::super) fn first(&self) -> EventId {
        self.first
    }

    /// The id of the event that was taken last.
    pub(in super::super) fn last(&self) -> EventId {
        self.last
    }

    /// Whether the client knows events without data.
    pub(in super::super) fn polls(&self) -> bool {
        self.events.polls
    }

    /// What comes next, if it is there.
    pub(in super::super) fn take(&mut self) -> Option<Next> {
        let mut logs = self.events.lock();
        let Some(log) = logs.by_number.get_mut(&self.last.stream) else {
            return Some(Next::End);
        };
        match &log.reading {
            Reading::By { reader, .. } if *reader == self.serial => {}
            // Another has come, or this one was too slow.
            _ => return Some(Next::End),
        }
        if let Some((serial, frame)) = log.first_untaken().cloned() {
            self.last.serial = serial;
            log.reading = Reading::By {
                reader: self.serial,
                taken: serial,
            };
            return Some(Next::Event(frame));
        }
        match (log.close.take(), log.ended) {
            (_, Some(_)) => Some(Next::End),
            (Some(retry), None) => Some(Next::Close(retry)),
            (None, None) => None,
        }
    }

    /// Waits for what comes next.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future loses nothing.
    pub(in super::super) async fn next(&mut self) -> Next {
        loop {
            if let Some(next) = self.take() {
                return next;
            }
            self.more.notified().await;
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let mut logs = self.events.lock();
        if let Some(log) = logs.by_number.get_mut(&self.last.stream)
            && let Reading::By { reader, .. } = log.reading
            && reader == self.serial
        {
            log.reading = Reading::Left;
            log.close = None;
        }
    }
}
