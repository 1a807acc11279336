//! One connection to a server: what waits on it, what comes in, and its end.
//!
//! Knows which message is which. Does not know how messages travel nor which requests there are.
//!
//! Invariant: what comes in is handed on without waiting, so nothing that one message starts can
//! hold up the next.

use super::error::{ClientError, Closed};
use super::facts::Facts;
use super::handlers::Handlers;
use super::link::{Inbox, Link};
use super::notifications::Hub;
use super::pending::Pending;
use super::settings::Settings;
use crate::jsonrpc::{ErrorObject, Head, Id, peek, write_error};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use tokio_util::sync::CancellationToken;

/// What outlives a connection: settings, handlers, readers of notifications.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) settings: Settings,
    pub(super) handlers: Handlers,
    pub(super) hub: Hub,
}

/// One connection.
#[derive(Debug)]
pub(super) struct Core {
    pub(super) pending: Pending,
    pub(super) shared: Arc<Shared>,
    /// What the handshake said; set at its end.
    pub(super) facts: OnceLock<Facts>,
    link: Mutex<Option<Arc<dyn Link>>>,
    /// The server's requests that are being answered.
    asked: Mutex<HashMap<Id, CancellationToken>>,
    /// Cancelled at the end.
    pub(super) ended: CancellationToken,
    /// Junk was told of.
    warned: AtomicBool,
    this: Weak<Self>,
}

/// A message of the server.
#[derive(Deserialize)]
struct Frame<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
    #[serde(borrow, default)]
    result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct WireError<'a> {
    code: i32,
    #[serde(default)]
    message: String,
    #[serde(borrow, default)]
    data: Option<&'a RawValue>,
}

impl Core {
    pub(super) fn new(shared: Arc<Shared>) -> Arc<Self> {
        Arc::new_cyclic(|this| Self {
            pending: Pending::default(),
            shared,
            facts: OnceLock::new(),
            link: Mutex::default(),
            asked: Mutex::default(),
            ended: CancellationToken::new(),
            warned: AtomicBool::new(false),
            this: Weak::clone(this),
        })
    }

    /// The link is open.
    pub(super) fn connected(&self, link: Arc<dyn Link>) {
        *self.link_slot() = Some(link);
    }

    fn link_slot(&self) -> MutexGuard<'_, Option<Arc<dyn Link>>> {
        self.link.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn link(&self) -> Result<Arc<dyn Link>, ClientError> {
        let link = self.link_slot().clone();
        link.ok_or_else(|| self.pending.closed().unwrap_or_else(Closed::here).into())
    }

    /// Sends a message that no answer is owed for.
    pub(super) async fn send(&self, text: String) -> Result<(), ClientError> {
        let link = self.link()?;
        link.send(text).await
    }

    /// Everything that waits ends, and the link with it. Safe to call twice.
    pub(super) async fn close(&self) {
        self.end(Closed::here());
        let link = self.link_slot().take();
        if let Some(link) = link {
            link.close().await;
        }
    }

    /// As [`close`](Self::close), where nothing can be awaited: the link goes by being dropped.
    pub(super) fn drop_link(&self) {
        self.end(Closed::here());
        drop(self.link_slot().take());
    }

    fn end(&self, closed: Closed) {
        self.pending.close(closed);
        self.ended.cancel();
    }

    fn junk(&self, what: &str) {
        match self.warned.swap(true, Ordering::Relaxed) {
            false => tracing::warn!("the server sent {what}; passed over, and so is what follows"),
            true => tracing::debug!("the server sent {what}; passed over"),
        }
    }

    fn answered(&self, frame: &Frame<'_>) {
        let Some(id) = frame.id.and_then(|id| our_id(id.get())) else {
            match frame.error {
                Some(error) => self.junk(&format!("an error without an id: {}", cut(error.get()))),
                None => self.junk("an answer without an id of ours"),
            }
            return;
        };
        let reply = match (frame.result, frame.error) {
            (_, Some(error)) => Err(read_error(error)),
            (Some(result), None) => Ok(result.to_owned()),
            (None, None) => Err(ClientError::Protocol(
                "an answer without a result".to_owned(),
            )),
        };
        if !self.pending.resolve(id, reply) {
            tracing::debug!(id, "an answer that nobody waits for was ignored");
        }
    }

    fn notified(&self, method: &str, params: Option<&RawValue>) {
        match method {
            "notifications/progress" => {
                let token = params.and_then(|params| progress_token(params.get()));
                if let (Some(id), Some(params)) = (token, params) {
                    return self.pending.report(id, params.to_owned());
                }
            }
            "notifications/cancelled" => {
                if let Some(id) = params.and_then(|params| cancelled_id(params.get())) {
                    let asked = self.asked_table().remove(&id);
                    if let Some(token) = asked {
                        return token.cancel();
                    }
                }
            }
            _ => {}
        }
        self.shared.hub.publish(method, params);
    }

    fn asked_table(&self) -> MutexGuard<'_, HashMap<Id, CancellationToken>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A request of the server: answered in a task of its own.
    fn asked(&self, id: &RawValue, method: &str, params: Option<&RawValue>) {
        let (Some(id), Some(this)) = (Id::from_json(id.get()), self.this.upgrade()) else {
            return;
        };
        let token = self.ended.child_token();
        self.asked_table().insert(id.clone(), token.clone());
        let method = method.to_owned();
        let params = params.map_or(Ok(Value::Null), |params| serde_json::from_str(params.get()));
        tokio::spawn(async move {
            let answer = async {
                match params {
                    Ok(params) => this.shared.handlers.answer(&method, params).await,
                    Err(error) => Err(ErrorObject::new(
                        crate::jsonrpc::ErrorCode::INVALID_PARAMS,
                        error.to_string(),
                    )),
                }
            };
            let answer = tokio::select! {
                () = token.cancelled() => return,
                answer = answer => answer,
            };
            if this.asked_table().remove(&id).is_none() {
                return;
            }
            let text = match answer {
                Ok(result) => {
                    format!(
                        r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#,
                        id.as_json()
                    )
                }
                Err(error) => String::from_utf8(write_error(Ok(&id), &error)).unwrap_or_default(),
            };
            // A connection that is gone has nobody to tell.
            let _ = this.send(text).await;
        });
    }
}

impl Inbox for Core {
    fn receive(&self, message: &[u8]) {
        let Ok(frame) = serde_json::from_slice::<Frame<'_>>(message) else {
            if let Ok(batch) = serde_json::from_slice::<Vec<&RawValue>>(message) {
                // 2025-03-26 answers in batches.
                for message in batch {
                    self.receive(message.get().as_bytes());
                }
                return;
            }
            return self.junk("something that is no message");
        };
        match (&frame.method, frame.id) {
            (Some(method), Some(id)) => self.asked(id, method, frame.params),
            (Some(method), None) => self.notified(method, frame.params),
            (None, _) => self.answered(&frame),
        }
    }

    fn too_long(&self, head: &[u8]) {
        let limit = self.shared.settings.max_message_size;
        if let Head::Answer(Some(id)) = peek(head)
            && let Some(id) = our_id(id.as_json())
            && self.pending.resolve(id, Err(ClientError::TooLong(limit)))
        {
            return;
        }
        self.junk("a message over the limit");
    }

    fn ended(&self, closed: Closed) {
        tracing::debug!(%closed, "a connection ended");
        self.end(closed);
        drop(self.link_slot().take());
    }
}

/// An id that may be one of ours. Some servers give numbers back as texts.
fn our_id(json: &str) -> Option<u64> {
    json.trim_matches('"').parse().ok()
}

fn progress_token(params: &str) -> Option<u64> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Params<'a> {
        #[serde(borrow)]
        progress_token: &'a RawValue,
    }
    let params: Params<'_> = serde_json::from_str(params).ok()?;
    our_id(params.progress_token.get())
}

fn cancelled_id(params: &str) -> Option<Id> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Params<'a> {
        #[serde(borrow)]
        request_id: &'a RawValue,
    }
    let params: Params<'_> = serde_json::from_str(params).ok()?;
    Id::from_json(params.request_id.get())
}

pub(super) fn read_error(error: &RawValue) -> ClientError {
    match serde_json::from_str::<WireError<'_>>(error.get()) {
        Ok(WireError {
            code,
            message,
            data,
        }) => {
            let mut object = ErrorObject::new(crate::jsonrpc::ErrorCode(code), message);
            object.data = data.map(|data| data.get().to_owned());
            ClientError::Rpc(object)
        }
        Err(_) => ClientError::Protocol("an error that has no code".to_owned()),
    }
}

fn cut(text: &str) -> &str {
    text.get(..200).unwrap_or(text)
}
