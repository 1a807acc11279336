//! Questions to an older client that wait for its answer.
//!
//! Does not know what is asked.
//!
//! Invariants: a question that is dropped before its answer is taken back, and its answer goes
//! nowhere. Nobody is woken under the lock.
//!
//! Spec: MCP 2025-11-25, basic, "Requests"; basic/utilities/cancellation.

use super::outlet::CallRoad;
use crate::jsonrpc::{ErrorCode, ErrorObject};
use crate::tool::{Road, Said};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// The questions of one connection.
#[derive(Debug, Default)]
pub(super) struct Asked {
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    last: u64,
    waiting: HashMap<u64, oneshot::Sender<Said>>,
}

/// An answer as a client sends it.
#[derive(Deserialize)]
struct Response<'a> {
    #[serde(borrow)]
    id: &'a RawValue,
    #[serde(default, borrow)]
    result: Option<&'a RawValue>,
    #[serde(default)]
    error: Option<ResponseError>,
}

#[derive(Deserialize)]
struct ResponseError {
    #[serde(default)]
    code: i32,
    #[serde(default)]
    message: String,
}

impl Asked {
    fn lock(&self) -> MutexGuard<'_, Open> {
        // No code of a user's runs under the lock, so what it guards is whole in any case.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self) -> (u64, oneshot::Receiver<Said>) {
        let (sender, answer) = oneshot::channel();
        let mut open = self.lock();
        open.last += 1;
        let id = open.last;
        open.waiting.insert(id, sender);
        (id, answer)
    }

    /// Hands an answer to the one who waits for it.
    pub(super) fn answer(&self, text: &str) {
        let waiting = serde_json::from_str::<Response<'_>>(text)
            .ok()
            .and_then(|response| {
                let id = response.id.get().parse().ok()?;
                let sender = self.lock().waiting.remove(&id)?;
                Some((sender, response))
            });
        let Some((sender, response)) = waiting else {
            tracing::debug!("an answer that nobody waits for was ignored");
            return;
        };
        let said = match (response.result, response.error) {
            (Some(result), None) => Ok(result.get().to_owned()),
            (_, Some(error)) => Err(ErrorObject::new(ErrorCode(error.code), error.message)),
            (None, None) => Err(ErrorObject::new(
                ErrorCode::INTERNAL_ERROR,
                "the answer has neither a result nor an error",
            )),
        };
        // The one who waited may be gone.
        let _ = sender.send(said);
    }
}

/// A question on its way; dropped, it is taken back.
struct Question {
    road: CallRoad,
    id: u64,
}

impl Drop for Question {
    fn drop(&mut self) {
        let connection = &self.road.connection;
        if connection.asked.lock().waiting.remove(&self.id).is_none() {
            return;
        }
        let frame = format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{}}}}}"#,
            self.id
        );
        // With the call over, the stream of its own may be gone.
        match self.road.put(frame.as_bytes()) {
            true => self.road.announce(),
            false => {
                connection.standing.send(frame.as_bytes());
            }
        }
    }
}

/// Asks the client; `None` when the call is over.
pub(super) fn ask(
    road: &CallRoad,
    method: &str,
    params: &str,
) -> Option<impl Future<Output = Option<Said>> + Send + use<>> {
    let (id, answer) = road.connection.asked.open();
    let frame = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#);
    if !road.put(frame.as_bytes()) {
        road.connection.asked.lock().waiting.remove(&id);
        return None;
    }
    road.announce();
    let question = Question {
        road: road.clone(),
        id,
    };
    Some(async move {
        let said = answer.await.ok();
        drop(question);
        said
    })
}
