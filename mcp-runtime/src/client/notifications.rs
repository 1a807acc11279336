//! What a server says by itself, for any number of readers.
//!
//! Invariant: nobody who does not read holds anything up. A reader that falls behind loses the
//! oldest and is told how many.

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};

use super::error::ClientError;

/// How many wait for a reader.
const ROOM: usize = 64;

/// A message of the server that belongs to no request of ours.
#[derive(Clone, Debug)]
pub struct Notification {
    method: Arc<str>,
    params: Arc<RawValue>,
}

impl Notification {
    /// Such as `notifications/tools/list_changed`.
    pub fn method(&self) -> &str {
        &self.method
    }

    /// Its `params`, as JSON text; `null` if there were none.
    pub fn params_json(&self) -> &str {
        self.params.get()
    }

    /// Its `params` as a value.
    ///
    /// # Errors
    ///
    /// [`ClientError::Value`] when they are no `T`.
    pub fn params<T: DeserializeOwned>(&self) -> Result<T, ClientError> {
        serde_json::from_str(self.params.get())
            .map_err(|error| ClientError::value("the params of the notification", error))
    }
}

/// The notifications of a server from now on; see [`Client::notifications`](super::Client::notifications).
#[derive(Debug)]
pub struct Notifications {
    receiver: broadcast::Receiver<Notification>,
    missed: u64,
}

impl Notifications {
    /// Waits for the next one; `None` when the client is closed or gone and everything was read.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Notification> {
        loop {
            match self.receiver.recv().await {
                Ok(notification) => return Some(notification),
                Err(RecvError::Closed) => return None,
                Err(RecvError::Lagged(missed)) => self.missed += missed,
            }
        }
    }

    /// The next one, if it is there.
    pub fn try_next(&mut self) -> Option<Notification> {
        loop {
            match self.receiver.try_recv() {
                Ok(notification) => return Some(notification),
                Err(TryRecvError::Empty | TryRecvError::Closed) => return None,
                Err(TryRecvError::Lagged(missed)) => self.missed += missed,
            }
        }
    }

    /// How many were dropped because more than 64 waited.
    pub fn missed(&self) -> u64 {
        self.missed
    }
}

/// Where notifications come in.
#[derive(Debug)]
pub(super) struct Hub {
    sender: std::sync::Mutex<Option<broadcast::Sender<Notification>>>,
    seen: AtomicU64,
}

impl Default for Hub {
    fn default() -> Self {
        Self {
            sender: std::sync::Mutex::new(Some(broadcast::Sender::new(ROOM))),
            seen: AtomicU64::new(0),
        }
    }
}

impl Hub {
    fn sender(&self) -> Option<broadcast::Sender<Notification>> {
        let sender = self.sender.lock();
        sender
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .clone()
    }

    pub(super) fn publish(&self, method: &str, params: Option<&RawValue>) {
        self.seen.fetch_add(1, Ordering::Relaxed);
        let Some(sender) = self.sender().filter(|sender| sender.receiver_count() > 0) else {
            return;
        };
        let params = params.map_or_else(|| RawValue::NULL.to_owned(), ToOwned::to_owned);
        // Nobody reads any more: then it is not missed.
        let _ = sender.send(Notification {
            method: method.into(),
            params: params.into(),
        });
    }

    /// The readers from now on. After the end there is nothing to read.
    pub(super) fn subscribe(&self) -> Notifications {
        let sender = self.sender().unwrap_or_else(|| broadcast::Sender::new(1));
        Notifications {
            receiver: sender.subscribe(),
            missed: 0,
        }
    }

    /// No more will come.
    pub(super) fn end(&self) {
        let mut sender = self.sender.lock();
        let sender = sender.as_deref_mut();
        drop(sender.map(Option::take));
    }
}
