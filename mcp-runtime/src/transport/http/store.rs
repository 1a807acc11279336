//! Sessions of older clients beyond one process: what another one needs to take a session up.
//!
//! That is the handshake, and who made it. Calls that run, and what streams have said, stay with
//! their process. Does not know where records are kept.

use std::error::Error;
use std::fmt;
use std::future::Future;
use std::pin::Pin;

use serde::{Deserialize, Serialize};

use super::access::Caller;
use crate::server::{Answer, Connection, Shaping, is_error};

/// What a [`SessionStore`] does, in a box, so that the trait is object-safe.
pub type StoreFuture<'a, T> =
    Pin<Box<dyn Future<Output = Result<T, Box<dyn Error + Send + Sync>>> + Send + 'a>>;

/// Keeps sessions of older clients where several processes find them, such as in a database; see
/// [`HttpService::session_store`](super::HttpService::session_store).
///
/// The store is asked at every request of a session, so it should be quick. Records that have not
/// been loaded for as long as a session may lie idle should be forgotten; nobody removes them then.
///
/// Whoever reads an id can use the session, unless it belongs to a caller; keep ids like passwords.
pub trait SessionStore: Send + Sync + 'static {
    /// The record of this id, if there is one.
    fn load<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<SessionRecord>>;
    /// Keeps a record, in place of an older one with this id.
    fn save<'a>(&'a self, id: &'a str, record: SessionRecord) -> StoreFuture<'a, ()>;
    /// Forgets a record; one that is not there is as good as forgotten.
    fn remove<'a>(&'a self, id: &'a str) -> StoreFuture<'a, ()>;
}

/// What a process needs to know of a session that another one began. To be kept as it is, in any
/// form that serde knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionRecord {
    /// Who began it.
    caller: Option<String>,
    /// The message that did.
    initialize: String,
    /// The handshake is complete.
    #[serde(default)]
    initialized: bool,
    /// The message that last said what is to be logged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    log_level: Option<String>,
}

impl SessionRecord {
    pub(super) fn new(caller: &Caller, initialize: String) -> Self {
        SessionRecord {
            caller: caller.as_ref().map(|caller| caller.id().to_owned()),
            initialize,
            initialized: false,
            log_level: None,
        }
    }

    pub(super) fn is_of(&self, caller: &Caller) -> bool {
        self.caller.as_deref() == caller.as_ref().map(|caller| caller.id())
    }

    /// Notes a message that changes what a session is.
    pub(super) fn note(&mut self, shaping: Shaping, text: String) {
        match shaping {
            Shaping::Initialized => self.initialized = true,
            Shaping::LogLevel => self.log_level = Some(text),
        }
    }

    /// Brings a connection from `before` to here; `false` when its handshake is refused.
    pub(super) fn apply(&self, connection: &Connection, before: Option<&Self>) -> bool {
        let tell = |text: &str| match connection.receive(text.as_bytes().to_vec()) {
            Answer::Now(answer) => !is_error(&answer),
            Answer::None | Answer::Later(_) => true,
        };
        if before.is_none() && !tell(&self.initialize) {
            return false;
        }
        if self.initialized && !before.is_some_and(|before| before.initialized) {
            tell(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        }
        if let Some(level) = &self.log_level
            && before.and_then(|before| before.log_level.as_ref()) != Some(level)
        {
            tell(level);
        }
        true
    }
}

impl fmt::Debug for dyn SessionStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionStore")
    }
}
