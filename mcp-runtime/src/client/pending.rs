//! The requests that wait for an answer, by id.
//!
//! Invariants: an id is used once in a connection. What waits is resolved exactly once: by its
//! answer, by the end of the connection, or taken out by who waits. After the end nothing can wait.

use super::error::{ClientError, Closed};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::{mpsc, oneshot};

/// The result of a request, as JSON text.
pub(super) type Reply = Result<Box<RawValue>, ClientError>;

/// Requests by id.
#[derive(Debug, Default)]
pub(super) struct Pending {
    table: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    last_id: u64,
    waiting: HashMap<u64, Waiting>,
    /// Set at the end.
    closed: Option<Closed>,
}

/// Who waits.
#[derive(Debug)]
struct Waiting {
    reply: oneshot::Sender<Reply>,
    /// Hears of progress.
    progress: Option<mpsc::UnboundedSender<Box<RawValue>>>,
}

/// What one who waits has in hand.
pub(super) struct Ticket {
    pub(super) id: u64,
    pub(super) reply: oneshot::Receiver<Reply>,
    pub(super) progress: Option<mpsc::UnboundedReceiver<Box<RawValue>>>,
}

impl Pending {
    fn lock(&self) -> MutexGuard<'_, Table> {
        // No code of a user's runs under the lock, so what it guards is whole in any case.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a request on.
    pub(super) fn begin(&self, wants_progress: bool) -> Result<Ticket, Closed> {
        let (sender, reply) = oneshot::channel();
        let (reports, progress) = match wants_progress {
            true => {
                let (reports, progress) = mpsc::unbounded_channel();
                (Some(reports), Some(progress))
            }
            false => (None, None),
        };
        let mut table = self.lock();
        if let Some(closed) = &table.closed {
            return Err(closed.clone());
        }
        table.last_id += 1;
        let id = table.last_id;
        let waiting = Waiting {
            reply: sender,
            progress: reports,
        };
        table.waiting.insert(id, waiting);
        Ok(Ticket {
            id,
            reply,
            progress,
        })
    }

    /// Hands a reply to the one who waits for it; `false` when nobody does.
    pub(super) fn resolve(&self, id: u64, reply: Reply) -> bool {
        let waiting = self.lock().waiting.remove(&id);
        waiting.is_some_and(|waiting| waiting.reply.send(reply).is_ok())
    }

    /// Tells the one who waits of progress.
    pub(super) fn report(&self, id: u64, params: Box<RawValue>) {
        let table = self.lock();
        let progress = table
            .waiting
            .get(&id)
            .and_then(|waiting| waiting.progress.clone());
        drop(table);
        if let Some(progress) = progress {
            // Nobody listens any more: the request is about to go.
            let _ = progress.send(params);
        }
    }

    /// Nobody waits for it any more; `false` when it has been answered.
    pub(super) fn forget(&self, id: u64) -> bool {
        self.lock().waiting.remove(&id).is_some()
    }

    /// Ends everything: what waits and what comes later gets `closed`. The first end counts, but what
    /// is learned of it later is added.
    pub(super) fn close(&self, closed: Closed) {
        let waiting = {
            let mut table = self.lock();
            if table.closed.is_none() {
                table.closed = Some(closed.clone());
            }
            std::mem::take(&mut table.waiting)
        };
        for waiting in waiting.into_values() {
            let _ = waiting.reply.send(Err(closed.clone().into()));
        }
    }

    /// How it ended, if it has.
    pub(super) fn closed(&self) -> Option<Closed> {
        self.lock().closed.clone()
    }

    /// How many wait.
    pub(super) fn len(&self) -> usize {
        self.lock().waiting.len()
    }
}
