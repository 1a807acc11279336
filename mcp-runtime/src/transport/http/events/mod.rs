//! What the streams of a session say, kept for clients that come back for it.
//!
//! A stream is a log of frames. Who reads it has a place in it; who comes back with the id of an
//! event goes on behind that one. Does not know messages, nor how an event is written.
//!
//! Invariants: what an attached reader has not taken is not forgotten, unless it is too slow, and
//! then it is no longer attached. Everything else is bounded, and the oldest goes first. Nothing is
//! allocated before a stream begins.
//!
//! Spec: MCP 2025-11-25, basic/transports, "Resumability and Redelivery".

mod id;
mod log;
mod reader;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use bytes::Bytes;
use tokio::time::Instant;

pub(super) use self::id::{EventId, Kind};
use self::log::{Log, Reading};
pub(super) use self::reader::{Next, Reader, Start, Stream};
use super::reply::ROOM;
use crate::server::Sink;

/// For how long a stream that has ended is kept.
const KEPT: Duration = Duration::from_secs(300);
/// What an event costs besides its bytes.
const COST: usize = 64;

/// How much a session keeps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keep {
    pub(super) events: usize,
    pub(super) bytes: usize,
}

/// The streams of one session.
#[derive(Debug)]
pub(super) struct Events {
    keep: Keep,
    /// The client knows events without data, and comes back when it is told to.
    polls: bool,
    logs: Mutex<Logs>,
}

#[derive(Debug, Default)]
struct Logs {
    /// Of streams, events and readers alike, so that no id comes twice.
    serial: u64,
    events: usize,
    bytes: usize,
    by_number: BTreeMap<u64, Log>,
}

impl Events {
    pub(super) fn new(keep: Keep, polls: bool, serial: u64) -> Arc<Self> {
        Arc::new(Events {
            keep,
            polls,
            logs: Mutex::new(Logs {
                serial,
                ..Logs::default()
            }),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Logs> {
        self.logs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a stream that nobody reads yet.
    pub(super) fn begin(self: &Arc<Self>, kind: Kind) -> Stream {
        let mut logs = self.lock();
        // Dropped without the lock, for some hold ways out of the server's.
        let mut gone = logs.expire(Instant::now());
        while logs.by_number.len() >= self.keep.events
            && let Some(number) = logs.oldest_left()
        {
            gone.extend(logs.remove(number));
        }
        let number = logs.next();
        logs.by_number.insert(number, Log::new(kind));
        drop(logs);
        drop(gone);
        Stream::new(Arc::clone(self), number)
    }

    /// A reader that goes on behind `last`; `None` when that stream is not kept any more.
    ///
    /// Whoever has read it until now is taken for a connection that broke.
    pub(super) fn resume(self: &Arc<Self>, last: EventId) -> Option<Reader> {
        let mut logs = self.lock();
        let reader = logs.next();
        let log = logs.by_number.get_mut(&last.stream)?;
        if log.kind != last.kind {
            return None;
        }
        log.close = None;
        let before = log.attach(reader, last.serial);
        let reader = Reader::new(Arc::clone(self), last, reader, Arc::clone(&log.more));
        drop(logs);
        before.notify_one();
        Some(reader)
    }

    /// Forgets streams that have ended some time ago.
    pub(super) fn expire(&self) {
        let gone = self.lock().expire(Instant::now());
        drop(gone);
    }

    /// Ends every stream.
    pub(super) fn clear(&self) {
        let mut logs = self.lock();
        let serial = logs.serial;
        let gone = std::mem::take(&mut *logs);
        logs.serial = serial;
        drop(logs);
        for log in gone.by_number.values() {
            log.more.notify_one();
        }
    }
}

impl Logs {
    fn next(&mut self) -> u64 {
        self.serial += 1;
        self.serial
    }

    fn remove(&mut self, number: u64) -> Option<Log> {
        let log = self.by_number.remove(&number)?;
        self.events -= log.events.len();
        self.bytes -= log.bytes();
        Some(log)
    }

    fn expire(&mut self, now: Instant) -> Vec<Log> {
        let old = |log: &Log| {
            let ended = log.ended.is_some_and(|at| now - at >= KEPT);
            ended && matches!(log.reading, Reading::Left)
        };
        let numbers: Vec<u64> = self
            .by_number
            .iter()
            .filter(|(_, log)| old(log))
            .map(|(number, _)| *number)
            .collect();
        numbers.iter().filter_map(|n| self.remove(*n)).collect()
    }

    /// The oldest stream that somebody has read and nobody reads now.
    fn oldest_left(&self) -> Option<u64> {
        let mut logs = self.by_number.iter();
        logs.find(|(_, log)| matches!(log.reading, Reading::Left))
            .map(|(number, _)| *number)
    }

    fn push(&mut self, number: u64, frame: Bytes, keep: Keep) {
        let serial = self.serial + 1;
        let Some(log) = self.by_number.get_mut(&number) else {
            return;
        };
        if log.ended.is_some() {
            return;
        }
        self.serial = serial;
        self.events += 1;
        self.bytes += COST + frame.len();
        log.events.push_back((serial, frame));
        if log.lies_behind(keep) {
            tracing::debug!("a client that does not read its stream is no longer waited for");
            log.reading = Reading::Left;
        }
        self.forget(keep);
    }

    /// Forgets the oldest events until what is left may be kept. The newest stays in any case.
    fn forget(&mut self, keep: Keep) {
        while self.events > keep.events || self.bytes > keep.bytes {
            let newest = self.serial;
            let oldest = self.by_number.values_mut();
            let oldest = oldest
                .filter_map(|log| Some((log.forgettable().filter(|at| *at < newest)?, log)))
                .min_by_key(|(serial, _)| *serial);
            let Some((_, frame)) = oldest.and_then(|(_, log)| log.events.pop_front()) else {
                return;
            };
            self.events -= 1;
            self.bytes -= COST + frame.len();
        }
    }
}

/// The way into a stream. Leads nowhere when its session or its log is gone.
#[derive(Clone, Debug)]
pub(super) struct Way {
    events: Weak<Events>,
    number: u64,
}

impl Way {
    /// Ends the stream, with the answer of its call if there is one.
    pub(super) fn finish(&self, answer: Option<Vec<u8>>) {
        let Some(events) = self.events.upgrade() else {
            return;
        };
        let mut logs = events.lock();
        let answered = answer.is_some();
        if let Some(answer) = answer {
            logs.push(self.number, answer.into(), events.keep);
        }
        if let Some(log) = logs.by_number.get_mut(&self.number) {
            log.answered = answered;
            log.ended = Some(Instant::now());
        }
        drop(logs);
        self.announce();
    }
}

impl Sink for Way {
    fn has_room(&self) -> bool {
        let Some(events) = self.events.upgrade() else {
            return true;
        };
        let logs = events.lock();
        let log = logs.by_number.get(&self.number);
        // What nobody reads now is kept for later, and the newest is enough of what can wait.
        log.is_none_or(|log| log.untaken() < ROOM)
    }

    fn put(&self, frame: &[u8]) {
        if let Some(events) = self.events.upgrade() {
            let frame = Bytes::copy_from_slice(frame);
            events.lock().push(self.number, frame, events.keep);
        }
    }

    fn announce(&self) {
        let Some(events) = self.events.upgrade() else {
            return;
        };
        let logs = events.lock();
        let more = logs.by_number.get(&self.number);
        let more = more.map(|log| Arc::clone(&log.more));
        drop(logs);
        if let Some(more) = more {
            more.notify_one();
        }
    }

    fn is_read(&self) -> bool {
        let Some(events) = self.events.upgrade() else {
            return false;
        };
        let logs = events.lock();
        let log = logs.by_number.get(&self.number);
        log.is_some_and(|log| matches!(log.reading, Reading::By { .. }))
    }

    fn close(&self, retry: Duration) {
        let Some(events) = self.events.upgrade().filter(|events| events.polls) else {
            return;
        };
        let mut logs = events.lock();
        if let Some(log) = logs.by_number.get_mut(&self.number)
            && !matches!(log.reading, Reading::Left)
        {
            log.close = Some(retry);
        }
    }
}

#[cfg(test)]
mod tests;
