//! The calls in flight on one connection, by id.
//!
//! Invariant: whether a call is answered or cancelled is decided under one lock, so a cancelled
//! call is never answered and no id is answered twice.

use crate::jsonrpc::Id;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio_util::sync::CancellationToken;

/// Calls by id, each with the token that cancels it.
#[derive(Debug, Default)]
pub(super) struct InFlight {
    calls: Mutex<HashMap<Id, CancellationToken>>,
}

/// Why a call cannot be taken on.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoRoom {
    /// The id is in use.
    SameId,
    /// The limit is reached.
    Full,
}

impl InFlight {
    fn lock(&self) -> MutexGuard<'_, HashMap<Id, CancellationToken>> {
        // No code of a user's runs under the lock, so what it guards is whole in any case.
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn len(&self) -> usize {
        self.lock().len()
    }

    pub(super) fn contains(&self, id: &Id) -> bool {
        self.lock().contains_key(id)
    }

    /// Takes a call on; the token tells when it is cancelled.
    pub(super) fn start(&self, id: Id, limit: usize) -> Result<CancellationToken, NoRoom> {
        let mut calls = self.lock();
        if calls.contains_key(&id) {
            return Err(NoRoom::SameId);
        }
        if calls.len() >= limit {
            return Err(NoRoom::Full);
        }
        let token = CancellationToken::new();
        calls.insert(id, token.clone());
        Ok(token)
    }

    /// Ends a call; `false` when it was cancelled, so that no answer may be sent.
    pub(super) fn finish(&self, id: &Id) -> bool {
        self.lock()
            .remove(id)
            .is_some_and(|token| !token.is_cancelled())
    }

    /// Cancels a call; an unknown id is nothing to worry about.
    pub(super) fn cancel(&self, id: &Id) {
        let token = self.lock().get(id).cloned();
        if let Some(token) = token {
            // Outside the lock: waking a task runs its waker.
            token.cancel();
        }
    }

    pub(super) fn cancel_all(&self) {
        let tokens: Vec<CancellationToken> = self.lock().values().cloned().collect();
        for token in tokens {
            token.cancel();
        }
    }
}
