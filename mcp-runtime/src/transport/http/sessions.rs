//! Sessions of legacy clients, in memory: made, found, ended, and gone when they lie idle.
//!
//! Does not know messages.
//!
//! Spec: MCP 2025-11-25, basic/transports, "Session Management".

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use super::access::Caller;
use super::events::{Events, Keep};
use super::store::SessionRecord;
use crate::server::{Connection, Shaping};
use crate::wire::ProtocolVersion;

/// The sessions of a server.
#[derive(Debug)]
pub(super) struct Sessions {
    most: usize,
    idle: Duration,
    all: Mutex<All>,
    /// Streams that are open, of all of them.
    streams: AtomicUsize,
}

#[derive(Debug, Default)]
struct All {
    by_id: HashMap<String, Arc<Session>>,
    /// A task looks for idle ones.
    swept: bool,
}

/// One client.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) connection: Connection,
    /// What its streams have said.
    pub(super) events: Arc<Events>,
    /// Who began it; nobody else may use it.
    caller: Caller,
    /// What other processes know of it, where there is a store.
    record: Mutex<Option<SessionRecord>>,
    used: Mutex<Instant>,
    /// Streams that are open.
    streams: AtomicUsize,
    /// Cancelled when it ends.
    pub(super) ended: CancellationToken,
}

/// Why there is no new session.
pub(super) enum NoSession {
    /// There are too many.
    Full,
    /// The system gave no random bytes.
    NoRandom,
}

impl Default for Sessions {
    fn default() -> Self {
        Self::new(10_000, Duration::from_secs(3600))
    }
}

impl Sessions {
    pub(super) fn new(most: usize, idle: Duration) -> Self {
        Sessions {
            most,
            idle,
            all: Mutex::default(),
            streams: AtomicUsize::new(0),
        }
    }

    fn all(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is room for one more.
    pub(super) fn has_room(&self) -> bool {
        let mut all = self.all();
        if all.by_id.len() >= self.most {
            all.sweep(self.idle);
        }
        all.by_id.len() < self.most
    }

    /// Begins a session and gives its id. Must be called within a tokio runtime.
    pub(super) fn begin(
        self: &Arc<Self>,
        connection: Connection,
        caller: Caller,
        keep: Keep,
        record: Option<SessionRecord>,
    ) -> Result<String, NoSession> {
        let id = URL_SAFE_NO_PAD.encode(random::<24>()?);
        self.take_up(id.clone(), connection, caller, keep, record)?;
        Ok(id)
    }

    /// Has a session under this id from now on, or one that was here before.
    pub(super) fn take_up(
        self: &Arc<Self>,
        id: String,
        connection: Connection,
        caller: Caller,
        keep: Keep,
        record: Option<SessionRecord>,
    ) -> Result<Arc<Session>, NoSession> {
        // Another process has other streams under the id of the session, and other ids of events.
        let first = u64::from(u32::from_le_bytes(random()?)) << 20;
        let polls = connection.version() == Some(ProtocolVersion::V2025_11_25);
        let session = Arc::new(Session {
            events: Events::new(keep, polls, first),
            connection,
            caller,
            record: Mutex::new(record),
            used: Mutex::new(Instant::now()),
            streams: AtomicUsize::new(0),
            ended: CancellationToken::new(),
        });
        let mut all = self.all();
        if let Some(here) = all.by_id.get(&id) {
            return Ok(Arc::clone(here));
        }
        if all.by_id.len() >= self.most {
            return Err(NoSession::Full);
        }
        tracing::debug!(session = short(&id), "a session began");
        all.by_id.insert(id, Arc::clone(&session));
        if !all.swept {
            all.swept = true;
            tokio::spawn(sweep(Arc::downgrade(self), self.idle));
        }
        Ok(session)
    }

    /// The session of `caller` with this id, which counts as used now.
    pub(super) fn find(&self, id: &str, caller: &Caller) -> Option<Arc<Session>> {
        let mut all = self.all();
        let session = all.by_id.get(id).filter(|found| found.caller == *caller)?;
        if session.is_idle(self.idle) {
            all.end(id);
            return None;
        }
        session.touch();
        Some(Arc::clone(session))
    }

    /// How many streams are open.
    pub(super) fn streams(&self) -> usize {
        self.streams.load(Ordering::Relaxed)
    }

    /// Notes a stream of a session, until the guard is dropped.
    pub(super) fn stream(self: &Arc<Self>, session: &Arc<Session>) -> StreamGuard {
        self.streams.fetch_add(1, Ordering::Relaxed);
        session.streams.fetch_add(1, Ordering::Relaxed);
        StreamGuard {
            session: Arc::clone(session),
            sessions: Arc::clone(self),
        }
    }

    /// Ends every session and cancels its calls.
    pub(super) fn end_all(&self) {
        let sessions = std::mem::take(&mut self.all().by_id);
        for session in sessions.into_values() {
            session.end();
        }
    }

    /// Ends a session; `false` when there is none.
    pub(super) fn end(&self, id: &str, caller: &Caller) -> bool {
        self.find(id, caller).is_some() && self.all().end(id)
    }
}

impl All {
    fn end(&mut self, id: &str) -> bool {
        let Some(session) = self.by_id.remove(id) else {
            return false;
        };
        tracing::debug!(session = short(id), "a session ended");
        session.end();
        true
    }

    fn sweep(&mut self, idle: Duration) {
        let before = self.by_id.len();
        self.by_id.retain(|_, session| {
            let keep = !session.is_idle(idle);
            match keep {
                true => session.events.expire(),
                false => session.end(),
            }
            keep
        });
        if self.by_id.len() < before {
            self.by_id.shrink_to_fit();
            tracing::debug!(expired = before - self.by_id.len(), "idle sessions ended");
        }
    }
}

impl Session {
    /// It was used just now.
    pub(super) fn touch(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    fn is_idle(&self, limit: Duration) -> bool {
        let used = *self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.elapsed() >= limit
            && self.connection.in_flight() == 0
            && self.streams.load(Ordering::Relaxed) == 0
    }

    fn record(&self) -> MutexGuard<'_, Option<SessionRecord>> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Learns what other processes have made of the session.
    pub(super) fn catch_up(&self, now: SessionRecord) {
        let mut record = self.record();
        if record.as_ref() != Some(&now) {
            now.apply(&self.connection, record.as_ref());
            *record = Some(now);
        }
    }

    /// Notes a message that changes what the session is, and gives the record to keep.
    pub(super) fn note(&self, shaping: Shaping, text: String) -> Option<SessionRecord> {
        let mut record = self.record();
        if let Some(record) = record.as_mut() {
            record.note(shaping, text);
        }
        record.clone()
    }

    /// How many streams it has open.
    pub(super) fn streams(&self) -> usize {
        self.streams.load(Ordering::Relaxed)
    }

    fn end(&self) {
        self.ended.cancel();
        self.connection.close();
        self.events.clear();
    }
}

/// A stream that is open.
pub(super) struct StreamGuard {
    pub(super) session: Arc<Session>,
    sessions: Arc<Sessions>,
}

impl Drop for StreamGuard {
    fn drop(&mut self) {
        self.sessions.streams.fetch_sub(1, Ordering::Relaxed);
        self.session.streams.fetch_sub(1, Ordering::Relaxed);
        self.session.touch();
    }
}

fn random<const N: usize>() -> Result<[u8; N], NoSession> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoSession::NoRandom)?;
    Ok(bytes)
}

/// Enough of an id to tell sessions apart in a log, and too little to use one.
fn short(id: &str) -> &str {
    id.get(..6).unwrap_or_default()
}

/// Ends idle sessions for as long as there are any.
async fn sweep(sessions: Weak<Sessions>, idle: Duration) {
    loop {
        sleep((idle / 4).max(Duration::from_millis(10))).await;
        let Some(sessions) = sessions.upgrade() else {
            return;
        };
        let mut all = sessions.all();
        all.sweep(idle);
        if all.by_id.is_empty() {
            all.swept = false;
            return;
        }
    }
}
