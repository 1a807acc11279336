//! The way out for messages that belong to a call and are not its answer.
//!
//! A transport gives one with each message. Does not know what a frame says, nor whether its call
//! is still in flight: [`CallRoad`] asks for that.

use super::asked;
use super::connection::ConnectionInner;
use super::in_flight::Started;
use crate::jsonrpc::Id;
use crate::tool::{Answer, Road};
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::Notify;

/// Where the messages of a call go that are not its answer, such as its progress; see
/// [`Connection::receive_with`](super::Connection::receive_with).
///
/// Cheap to clone. The default leads nowhere: what is sent there is dropped.
#[derive(Clone, Default)]
pub struct Outlet(Option<Arc<dyn Sink>>);

/// What a transport does with such frames.
pub(crate) trait Sink: Send + Sync {
    /// Whether the client keeps up with what is sent.
    fn has_room(&self) -> bool;
    /// Takes a frame, also without room. Called under a lock: may neither wait nor wake.
    fn put(&self, frame: &[u8]);
    /// Frames were put in.
    fn announce(&self);
    /// Ends the connection after what was put in, but not the stream, where that is known; the
    /// client comes back after `retry`. Called under a lock, like `put`.
    fn close(&self, retry: Duration) {
        let _ = retry;
    }
    /// Whether anybody is there to read, as far as is known.
    fn is_read(&self) -> bool {
        true
    }
}

impl Outlet {
    /// An outlet and the frames that go through it, for a transport of one's own.
    ///
    /// While `room` frames wait, progress is held back. A few more come in any case: no more than
    /// one for each call that ends.
    pub fn channel(room: usize) -> (Self, Frames) {
        let queue = Arc::new(Queue {
            room,
            frames: Mutex::default(),
            more: Notify::new(),
        });
        (Self::to(Arc::new(Arc::downgrade(&queue))), Frames(queue))
    }

    pub(crate) fn to(sink: Arc<dyn Sink>) -> Self {
        Self(Some(sink))
    }

    /// Whether it leads anywhere.
    pub(super) fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// Whether anybody is there to read.
    pub(super) fn is_read(&self) -> bool {
        self.0.as_ref().is_some_and(|sink| sink.is_read())
    }

    pub(super) fn has_room(&self) -> bool {
        self.0.as_ref().is_some_and(|sink| sink.has_room())
    }

    pub(super) fn put(&self, frame: &[u8]) {
        if let Some(sink) = &self.0 {
            sink.put(frame);
        }
    }

    pub(super) fn announce(&self) {
        if let Some(sink) = &self.0 {
            sink.announce();
        }
    }
}

impl fmt::Debug for Outlet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = self.is_open();
        f.debug_struct("Outlet").field("open", &open).finish()
    }
}

/// The frames that calls send beside their answers, in order. Dropped, they are dropped as well.
///
/// Whoever has the answer of a call has all its frames: take them before the answer is written.
#[derive(Debug)]
pub struct Frames(Arc<Queue>);

#[derive(Debug)]
struct Queue {
    room: usize,
    frames: Mutex<VecDeque<Vec<u8>>>,
    more: Notify,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, VecDeque<Vec<u8>>> {
        self.frames.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Frames {
    /// The next frame, if there is one. Frames have no line end.
    pub fn take(&mut self) -> Option<Vec<u8>> {
        self.0.lock().pop_front()
    }

    /// Waits for the next frame; for ever when no call sends one.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future loses nothing.
    pub async fn next(&mut self) -> Vec<u8> {
        loop {
            if let Some(frame) = self.take() {
                return frame;
            }
            self.0.more.notified().await;
        }
    }
}

impl Sink for Weak<Queue> {
    fn has_room(&self) -> bool {
        self.upgrade()
            .is_none_or(|queue| queue.lock().len() < queue.room)
    }

    fn put(&self, frame: &[u8]) {
        if let Some(queue) = self.upgrade() {
            queue.lock().push_back(frame.to_vec());
        }
    }

    fn announce(&self) {
        if let Some(queue) = self.upgrade() {
            queue.more.notify_one();
        }
    }

    fn is_read(&self) -> bool {
        self.strong_count() > 0
    }
}

/// The outlet of one call: open while the call is in flight.
#[derive(Clone, Debug)]
pub(super) struct CallRoad {
    pub(super) connection: Arc<ConnectionInner>,
    id: Id,
    started: Started,
    outlet: Outlet,
}

impl CallRoad {
    pub(super) fn new(
        connection: &Arc<ConnectionInner>,
        id: &Id,
        started: &Started,
        outlet: &Outlet,
    ) -> Self {
        Self {
            connection: Arc::clone(connection),
            id: id.clone(),
            started: started.clone(),
            outlet: outlet.clone(),
        }
    }
}

impl Road for CallRoad {
    fn has_room(&self) -> bool {
        self.outlet.has_room()
    }

    fn put(&self, frame: &[u8]) -> bool {
        self.connection
            .in_flight
            .while_in_flight(&self.id, &self.started, || self.outlet.put(frame))
    }

    fn announce(&self) {
        self.outlet.announce();
    }

    fn close(&self, retry: Duration) {
        let close = || {
            if let Some(sink) = &self.outlet.0 {
                sink.close(retry);
            }
        };
        if self
            .connection
            .in_flight
            .while_in_flight(&self.id, &self.started, close)
        {
            self.outlet.announce();
        }
    }

    fn ask(&self, method: &str, params: &str) -> Option<Answer> {
        asked::ask(self, method, params).map(|answer| Box::pin(answer) as Answer)
    }
}
