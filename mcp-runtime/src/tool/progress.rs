//! How far a call has come: what of it is told, and when.
//!
//! Keeps the newest report, holds back what comes too fast, and repeats what has become old. Does
//! not know where a frame goes, nor whether its call is still in flight: both are behind [`Road`].
//!
//! Invariants: the numbers that go out increase. The newest report goes out before the answer.
//!
//! Spec: MCP 2026-07-28, basic/patterns/progress.

use crate::jsonrpc::{ErrorObject, Id};
use crate::wire::{self, ProtocolVersion};
use std::convert::Infallible;
use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

/// The least time between two reports of a call: 50 a second.
const GAP: Duration = Duration::from_millis(20);
/// How long a client that does not read is left alone.
const PAUSE: Duration = Duration::from_millis(200);

/// What a client answered: the result as JSON text, or its error.
pub(crate) type Said = Result<String, ErrorObject>;
/// Waits for the answer; `None` when none can come any more.
pub(crate) type Answer = Pin<Box<dyn Future<Output = Option<Said>> + Send>>;

/// Where the messages of one call go that are not its answer.
pub(crate) trait Road: fmt::Debug + Send + Sync {
    /// Whether the client keeps up. What can wait should wait when it does not.
    fn has_room(&self) -> bool;
    /// Puts a frame in; `false` when the call is over, and then the frame is dropped.
    fn put(&self, frame: &[u8]) -> bool;
    /// Tells that something was put in. May run wakers, so no lock is held.
    fn announce(&self);
    /// Ends the connection, but not the stream, if the client knows how to come back after `retry`.
    fn close(&self, retry: Duration);
    /// Asks an older client; `None` when the call is over. Dropped, the question is taken back.
    fn ask(&self, method: &str, params: &str) -> Option<Answer>;
}

/// The progress of one call whose caller wants to know of it.
#[derive(Clone, Debug)]
pub(crate) struct Progress(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    token: Id,
    has_messages: bool,
    road: Arc<dyn Road>,
    state: Mutex<State>,
    /// A report was held back.
    held: Notify,
}

#[derive(Debug)]
struct State {
    newest: Report,
    /// `newest` has not gone out.
    is_held: bool,
    /// The number that went out last.
    sent: Option<f64>,
    /// When that was; at first, when the call began.
    sent_at: Instant,
    /// Nothing is sent before; only for what is held back.
    not_before: Instant,
    /// The call is over.
    over: bool,
}

/// What a tool has said.
#[derive(Debug, Default)]
struct Report {
    /// `None` before the first.
    done: Option<f64>,
    total: Option<f64>,
    message: Option<String>,
}

impl Progress {
    /// Of a call that begins now; `token` is the caller's.
    pub(crate) fn new(token: Id, version: ProtocolVersion, road: Arc<dyn Road>) -> Self {
        let now = Instant::now();
        Self(Arc::new(Shared {
            token,
            has_messages: version.has_progress_messages(),
            road,
            state: Mutex::new(State {
                newest: Report::default(),
                is_held: false,
                sent: None,
                sent_at: now,
                not_before: now,
                over: false,
            }),
            held: Notify::new(),
        }))
    }

    /// Takes a report of the tool.
    pub(crate) fn report(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        if !done.is_finite() {
            tracing::debug!(done, "progress that is no finite number was ignored");
            return;
        }
        let total = total.filter(|total| {
            if !total.is_finite() {
                tracing::debug!(total, "a total that is no finite number was left out");
            }
            total.is_finite()
        });
        let mut state = self.lock();
        if state.over {
            return;
        }
        if state.newest.done.is_some_and(|before| done <= before) {
            drop(state);
            tracing::debug!(done, "progress that does not increase was ignored");
            return;
        }
        state.newest = Report {
            done: Some(done),
            total,
            message: message.filter(|_| self.0.has_messages).map(str::to_owned),
        };
        let was_held = std::mem::replace(&mut state.is_held, true);
        let sent = self.send_held(&mut state);
        let is_held = state.is_held;
        drop(state);
        if sent {
            self.0.road.announce();
        } else if is_held && !was_held {
            self.0.held.notify_one();
        }
    }

    /// Sends what was held back when its time has come, and with `heartbeat` the newest report again
    /// when that has become old.
    pub(crate) async fn tend(&self, heartbeat: Option<Duration>) -> Infallible {
        let heartbeat = heartbeat.map(|every| every.max(GAP));
        loop {
            let due = self.lock().due(heartbeat);
            tokio::select! {
                biased;
                () = self.0.held.notified() => {}
                () = until(due) => self.catch_up(heartbeat),
            }
        }
    }

    /// The call is over: what was held back goes out, and nothing after it.
    pub(crate) fn end(&self) {
        let mut state = self.lock();
        // One frame for each call, as its answer is, so there is no need for room.
        let sent = state.is_held && self.send(&mut state);
        state.over = true;
        drop(state);
        if sent {
            self.0.road.announce();
        }
    }

    fn catch_up(&self, heartbeat: Option<Duration>) {
        let mut state = self.lock();
        let sent = match state.is_held {
            true => self.send_held(&mut state),
            false => state.is_old(heartbeat) && self.repeat(&mut state),
        };
        drop(state);
        if sent {
            self.0.road.announce();
        }
    }

    fn send_held(&self, state: &mut State) -> bool {
        let now = Instant::now();
        if now < state.not_before {
            return false;
        }
        if !self.0.road.has_room() {
            state.not_before = now + PAUSE;
            return false;
        }
        self.send(state)
    }

    fn repeat(&self, state: &mut State) -> bool {
        if !self.0.road.has_room() {
            // It would say nothing to a client that has not read the last one.
            state.sent_at = Instant::now();
            return false;
        }
        self.send(state)
    }

    /// Sends the newest report; `false` when the call is over.
    fn send(&self, state: &mut State) -> bool {
        let now = Instant::now();
        state.is_held = false;
        state.sent_at = now;
        state.not_before = now + GAP;
        let Some(progress) = state.number() else {
            return false;
        };
        let frame = wire::Progress {
            token: &self.0.token,
            progress,
            total: state.newest.total,
            message: state.newest.message.as_deref(),
        }
        .frame();
        state.over = !self.0.road.put(&frame);
        state.sent = Some(progress);
        !state.over
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No code of a user's runs under the lock, so what it guards is whole in any case.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// When there is something to do next.
    fn due(&self, heartbeat: Option<Duration>) -> Option<Instant> {
        match self {
            Self { over: true, .. } => None,
            Self { is_held: true, .. } => Some(self.not_before),
            // A time too far off to be told is never.
            _ => heartbeat.and_then(|every| self.sent_at.checked_add(every)),
        }
    }

    fn is_old(&self, heartbeat: Option<Duration>) -> bool {
        !self.over && self.due(heartbeat).is_some_and(|due| due <= Instant::now())
    }

    /// The number that goes out for the newest report: the tool's own, unless it was used up by
    /// repetitions; then a little more than the last one. `None` where there is none.
    fn number(&self) -> Option<f64> {
        let done = self.newest.done.unwrap_or(0.0);
        match self.sent {
            Some(sent) if done <= sent => Some(after(sent)).filter(|next| next.is_finite()),
            _ => Some(done),
        }
    }
}

/// A number that nobody sees to be greater: by a millionth, and for great numbers by what they can still
/// express.
fn after(number: f64) -> f64 {
    const STEPS: f64 = 1e6;
    match number.abs() * 1e-12 {
        // whole millionths, or sums would have tails of nines
        little if little < 1.0 / STEPS => (number * STEPS + 1.0).round() / STEPS,
        little => number + little,
    }
}

async fn until(due: Option<Instant>) {
    match due {
        Some(due) => sleep_until(due).await,
        None => std::future::pending().await,
    }
}
