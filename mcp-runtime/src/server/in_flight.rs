//! The calls in flight on one connection, by id.
//!
//! Invariant: whether a call is answered or cancelled is decided under one lock, so a cancelled
//! call is never answered and no id is answered twice. Other messages of a call are sent under it
//! too, so none of them comes after the answer or the cancellation.

use crate::jsonrpc::Id;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio_util::sync::CancellationToken;

/// Calls by id, each with the token that cancels it.
#[derive(Debug, Default)]
pub(super) struct InFlight {
    calls: Mutex<Calls>,
}

#[derive(Debug, Default)]
struct Calls {
    by_id: HashMap<Id, Started>,
    /// Tells a call from a later one with the same id.
    serial: u64,
}

/// A call that was taken on.
#[derive(Clone, Debug)]
pub(super) struct Started {
    /// Tells when the call is cancelled.
    pub(super) token: CancellationToken,
    serial: u64,
}

impl Calls {
    fn has(&self, id: &Id, started: &Started) -> bool {
        let current = self.by_id.get(id);
        current.is_some_and(|current| current.serial == started.serial)
    }
}

impl InFlight {
    fn lock(&self) -> MutexGuard<'_, Calls> {
        // No code of a user's runs under the lock, so what it guards is whole in any case.
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn len(&self) -> usize {
        self.lock().by_id.len()
    }

    pub(super) fn contains(&self, id: &Id) -> bool {
        self.lock().by_id.contains_key(id)
    }

    /// Takes a call on.
    ///
    /// `None` when its id is in use.
    pub(super) fn start(&self, id: Id) -> Option<Started> {
        let mut calls = self.lock();
        if calls.by_id.contains_key(&id) {
            return None;
        }
        calls.serial += 1;
        let started = Started {
            token: CancellationToken::new(),
            serial: calls.serial,
        };
        calls.by_id.insert(id, started.clone());
        Some(started)
    }

    /// Ends a call; `false` when it was cancelled or has ended before, so that no answer may be
    /// sent.
    pub(super) fn finish(&self, id: &Id, started: &Started) -> bool {
        let mut calls = self.lock();
        let in_flight = calls.has(id, started);
        if in_flight {
            calls.by_id.remove(id);
        }
        in_flight
    }

    /// Runs `send` if the call is still to be answered, and so before it is; `false` when it is
    /// not. `send` may neither wait nor wake.
    pub(super) fn while_in_flight(&self, id: &Id, started: &Started, send: impl FnOnce()) -> bool {
        let calls = self.lock();
        let in_flight = calls.has(id, started);
        if in_flight {
            send();
        }
        in_flight
    }

    /// Cancels a call and frees its id; an unknown id is nothing to worry about.
    pub(super) fn cancel(&self, id: &Id) {
        let started = self.lock().by_id.remove(id);
        if let Some(Started { token, .. }) = started {
            // Outside the lock: waking a task runs its waker.
            token.cancel();
        }
    }

    pub(super) fn cancel_all(&self) {
        let calls = std::mem::take(&mut self.lock().by_id);
        for Started { token, .. } in calls.into_values() {
            token.cancel();
        }
    }
}
