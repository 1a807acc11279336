//! Finding the session of a request: in this process, or in a store that several share.

use std::error::Error;
use std::sync::Arc;

use http::request::Parts;

use super::HttpService;
use super::access::Caller;
use super::body::Refusal;
use super::legacy::{busy, full, no_random, session_id, unknown};
use super::sessions::{NoSession, Session};
use super::store::SessionRecord;
use crate::server::Shaping;

impl HttpService {
    /// The session of a request; an `Err` is the refusal.
    pub(super) async fn session(
        &self,
        head: &Parts,
        caller: Caller,
    ) -> Result<Arc<Session>, Refusal> {
        let id = session_id(head)?;
        let Some(store) = &self.settings.store else {
            let found = self.sessions.find(id, &caller);
            return found.ok_or_else(|| Box::new(unknown()));
        };
        // It may have been ended or changed by another process, so the store knows best.
        let Some(record) = store.load(id).await.map_err(fault)? else {
            self.sessions.end(id, &caller);
            return Err(Box::new(unknown()));
        };
        if !record.is_of(&caller) {
            return Err(Box::new(unknown()));
        }
        let session = match self.sessions.find(id, &caller) {
            Some(session) => session,
            None => self.take_up(id, caller, &record)?,
        };
        session.catch_up(record);
        Ok(session)
    }

    fn take_up(
        &self,
        id: &str,
        caller: Caller,
        record: &SessionRecord,
    ) -> Result<Arc<Session>, Refusal> {
        if !self.sessions.has_room() {
            return Err(Box::new(full()));
        }
        let connection = self.service.connect();
        if !record.apply(&connection, None) {
            // By another version of this program, perhaps.
            return Err(Box::new(unknown()));
        }
        let keep = self.settings.keep;
        let record = Some(record.clone());
        self.sessions
            .take_up(id.to_owned(), connection, caller, keep, record)
            .map_err(|fault| {
                Box::new(match fault {
                    NoSession::Full => full(),
                    NoSession::NoRandom => no_random(),
                })
            })
    }

    /// Keeps a session that has begun just now, where there is a store.
    pub(super) async fn keep(
        &self,
        id: &str,
        caller: &Caller,
        record: Option<SessionRecord>,
    ) -> Result<(), Refusal> {
        let (Some(store), Some(record)) = (&self.settings.store, record) else {
            return Ok(());
        };
        let kept = store.save(id, record).await;
        kept.map_err(|error| {
            self.sessions.end(id, caller);
            fault(error)
        })
    }

    /// Keeps what a message has changed, where there is a store.
    pub(super) async fn keep_change(
        &self,
        head: &Parts,
        session: &Session,
        change: Option<(Shaping, String)>,
    ) -> Result<(), Refusal> {
        let (Some(store), Some((shaping, text))) = (&self.settings.store, change) else {
            return Ok(());
        };
        let record = session.note(shaping, text);
        match record {
            Some(record) => store.save(session_id(head)?, record).await.map_err(fault),
            None => Ok(()),
        }
    }

    /// Ends a session; `false` when there is none.
    pub(super) async fn forget(&self, id: &str, caller: &Caller) -> Result<bool, Refusal> {
        let Some(store) = &self.settings.store else {
            return Ok(self.sessions.end(id, caller));
        };
        let record = store.load(id).await.map_err(fault)?;
        if !record.is_some_and(|record| record.is_of(caller)) {
            return Ok(false);
        }
        store.remove(id).await.map_err(fault)?;
        self.sessions.end(id, caller);
        Ok(true)
    }
}

fn fault(error: Box<dyn Error + Send + Sync>) -> Refusal {
    tracing::error!(%error, "the `session_store` failed");
    busy("the store of sessions failed; try again later")
}
