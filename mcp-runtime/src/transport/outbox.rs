//! What does not come out where its message is read: answers that take longer, and what calls send
//! before their answers. Where it is handed in, and how many answers are still due.
//!
//! Does not write and does not know messages; the session takes what was handed in and is the only
//! writer.
//!
//! Invariant: what calls send before their answers comes out before them, for both are in one
//! buffer. It is asked to wait while the client leaves much unread.

use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use super::output::append_frame;
use crate::server::Sink;

/// How much memory is kept for the answers to come.
const KEPT: usize = 256 * 1024;

/// With so many bytes unread a client is told nothing but answers.
const UNREAD: usize = 64 * 1024;

/// Frames with their line ends, from any number of tasks to the one session.
#[derive(Default)]
pub(super) struct Outbox {
    state: Mutex<State>,
    /// How many bytes the session has taken and not written.
    unread: AtomicUsize,
}

#[derive(Default)]
struct State {
    /// Whole frames, each with its line end.
    frames: Vec<u8>,
    /// Answers promised by a ticket that is still out.
    due: usize,
    /// Something was handed in, or a ticket came back, since the session last looked.
    changed: bool,
    /// The session, when it waits.
    session: Option<Waker>,
}

/// The promise of one answer. Dropped unused, it says that there will be none.
pub(super) struct Ticket(Arc<Outbox>);

impl Outbox {
    /// Announces one more answer.
    pub(super) fn ticket(self: &Arc<Self>) -> Ticket {
        self.lock().due += 1;
        Ticket(Arc::clone(self))
    }

    /// How many answers are still due.
    pub(super) fn due(&self) -> usize {
        self.lock().due
    }

    /// Nothing is due and everything handed in was taken.
    pub(super) fn is_done(&self) -> bool {
        let state = self.lock();
        state.due == 0 && state.frames.is_empty()
    }

    /// Waits until something was handed in or a ticket came back.
    pub(super) fn poll_changed(&self, context: &mut Context<'_>) -> Poll<()> {
        let mut state = self.lock();
        if mem::take(&mut state.changed) {
            return Poll::Ready(());
        }
        match &mut state.session {
            Some(session) => session.clone_from(context.waker()),
            none => *none = Some(context.waker().clone()),
        }
        Poll::Pending
    }

    /// Moves everything handed in to the end of `frames`.
    pub(super) fn take_into(&self, frames: &mut Vec<u8>) {
        let mut state = self.lock();
        if state.frames.is_empty() {
            return;
        }
        if frames.is_empty() {
            // The two buffers change places, so that neither is allocated anew.
            mem::swap(frames, &mut state.frames);
        } else {
            frames.append(&mut state.frames);
            // One burst of answers should not keep its memory for the life of the connection.
            state.frames.shrink_to(KEPT);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing in here panics half-way through a change, so a poisoned state is a whole one.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes how many bytes the session has taken and not written.
    pub(super) fn set_unread(&self, bytes: usize) {
        self.unread.store(bytes, Ordering::Relaxed);
    }

    /// Wakes the session, outside the lock: a waker is code of others.
    fn wake(&self) {
        let session = self.lock().session.take();
        if let Some(session) = session {
            session.wake();
        }
    }
}

impl Ticket {
    /// Hands in the answer, if there is one.
    pub(super) fn deliver(self, frame: Option<Vec<u8>>) {
        if let Some(frame) = frame {
            let mut state = self.0.lock();
            append_frame(&mut state.frames, &frame);
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        {
            let mut state = self.0.lock();
            state.due -= 1;
            state.changed = true;
        }
        self.0.wake();
    }
}

impl Sink for Outbox {
    fn has_room(&self) -> bool {
        self.unread.load(Ordering::Relaxed) + self.lock().frames.len() < UNREAD
    }

    fn put(&self, frame: &[u8]) {
        let mut state = self.lock();
        append_frame(&mut state.frames, frame);
        state.changed = true;
    }

    fn announce(&self) {
        self.wake();
    }
}
