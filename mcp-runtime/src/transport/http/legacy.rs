//! Messages of 2025-03-26 to 2025-11-25: a session, begun by `initialize`.
//!
//! A client that hangs up has cancelled nothing: its calls go on in tasks of their own.
//!
//! Spec: MCP 2025-11-25, basic/transports, "Streamable HTTP".

use std::future::Future;
use std::sync::Arc;

use http::header::RETRY_AFTER;
use http::request::Parts;
use http::{HeaderValue, Response, StatusCode};
use tokio::sync::oneshot;
use tokio::time::sleep;

use super::access::Caller;
use super::body::{Refusal, empty, refuse, sentence};
use super::events::{Kind, Reader, Start, Stream};
use super::forms::Forms;
use super::sessions::{NoSession, Session};
use super::stateless::no_sessions;
use super::store::SessionRecord;
use super::{Body, HttpService, head, reply, stream};
use crate::server::{Answer, Sent, VERSION_HEADER, is_error};
use crate::tool::Origin;
use crate::wire::{Era, ProtocolVersion};

const SESSION: &str = "mcp-session-id";

impl HttpService {
    /// Whether the request names a session that is there.
    pub(super) fn is_in_session(&self, head: &Parts, caller: &Caller) -> bool {
        match head::sent(&head.headers, SESSION) {
            Sent::Text(id) => self.sessions.find(id, caller).is_some(),
            Sent::Absent | Sent::Unreadable => false,
        }
    }

    /// Begins a session, if the client is served.
    pub(super) async fn initialize(
        &self,
        text: String,
        forms: Forms,
        caller: Caller,
    ) -> Response<Body> {
        let stateless = self.settings.stateless;
        if !stateless && !self.sessions.has_room() {
            return full();
        }
        let connection = self.service.connect();
        let store = self.settings.store.as_ref().filter(|_| !stateless);
        let record = store.map(|_| SessionRecord::new(&caller, text.clone()));
        let Answer::Now(frame) = connection.receive(text.into_bytes()) else {
            return empty(StatusCode::ACCEPTED);
        };
        // A failed handshake leaves nothing.
        if stateless || is_error(&frame) {
            return reply::ready(StatusCode::OK, frame, forms);
        }
        let keep = self.settings.keep;
        let begun = self
            .sessions
            .begin(connection, caller.clone(), keep, record.clone());
        let id = match begun {
            Ok(id) => id,
            Err(NoSession::Full) => return full(),
            Err(NoSession::NoRandom) => return no_random(),
        };
        if let Err(refusal) = self.keep(&id, &caller, record).await {
            return *refusal;
        }
        let mut response = reply::ready(StatusCode::OK, frame, forms);
        if let Ok(id) = HeaderValue::from_str(&id) {
            response.headers_mut().insert(SESSION, id);
        }
        response
    }

    /// A message of a session.
    pub(super) async fn legacy(
        &self,
        head: &Arc<Parts>,
        text: String,
        forms: Forms,
        caller: Caller,
    ) -> Response<Body> {
        let origin = Origin::http(Arc::clone(head), caller.clone());
        let session = match self.session(head, caller).await {
            Ok(session) => session,
            Err(refusal) => return *refusal,
        };
        let store = self.settings.store.as_ref();
        let shaping = store.and_then(|_| self.service.shaping(&text));
        let change = shaping.map(|shaping| (shaping, text.clone()));
        // Without a stream there is no way to the client but the answer.
        let stream = forms.events.then(|| session.events.begin(Kind::Call));
        let outlet = stream.as_ref().map(Stream::outlet).unwrap_or_default();
        let answer = session
            .connection
            .receive_from(text.into_bytes(), &outlet, &origin);
        let later = match answer {
            Answer::None => {
                let kept = self.keep_change(head, &session, change).await;
                return kept.map_or_else(|refusal| *refusal, |()| empty(StatusCode::ACCEPTED));
            }
            Answer::Now(frame) => {
                let change = change.filter(|_| !is_error(&frame));
                let kept = self.keep_change(head, &session, change).await;
                let ready = |()| reply::ready(StatusCode::OK, frame, forms);
                return kept.map_or_else(|refusal| *refusal, ready);
            }
            Answer::Later(later) => later,
        };
        let Some(stream) = stream else {
            let (sender, answer) = oneshot::channel();
            tokio::spawn(async move {
                let answer = later.await;
                session.touch();
                // Nobody may be there any more.
                let _ = sender.send(answer);
            });
            return reply::whole(answer.await.ok().flatten());
        };
        let way = stream.way();
        let called = Arc::clone(&session);
        tokio::spawn(async move {
            let answer = later.await;
            called.touch();
            way.finish(answer);
        });
        if forms.json {
            tokio::select! {
                () = stream.begun() => {}
                () = sleep(reply::SILENCE) => {}
            }
        }
        match stream.start(forms.json) {
            Start::Whole(answer) => reply::whole(answer),
            // It ends with the answer.
            Start::Stream(reader) => self.stream(reader, &session, std::future::pending()),
        }
    }

    pub(super) fn stream(
        &self,
        reader: Reader,
        session: &Arc<Session>,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> Response<Body> {
        let open = self.sessions.stream(session);
        stream::answer(reader, open, end, self.settings.patience)
    }

    /// `DELETE`: the client is done.
    pub(super) async fn end_session(&self, head: &Parts, caller: Caller) -> Response<Body> {
        if self.settings.stateless {
            return no_sessions();
        }
        let id = match session_id(head) {
            Ok(id) => id,
            Err(refusal) => return *refusal,
        };
        match self.forget(id, &caller).await {
            Ok(true) => empty(StatusCode::NO_CONTENT),
            Ok(false) => unknown(),
            Err(refusal) => *refusal,
        }
    }
}

/// The version that the head of an older client's request names.
pub(super) fn legacy_version(head: &Parts) -> Result<Option<&str>, Refusal> {
    let version = match head::sent(&head.headers, VERSION_HEADER) {
        Sent::Absent => return Ok(None),
        Sent::Text(text) => text,
        Sent::Unreadable => "?",
    };
    match ProtocolVersion::known(version) {
        Some(known) if known.era() == Era::Legacy => Ok(Some(version)),
        _ => Err(refuse(
            StatusCode::BAD_REQUEST,
            format!(
                "`MCP-Protocol-Version: {version}` is not served; send what `initialize` answered"
            ),
        )),
    }
}

pub(super) fn session_id(head: &Parts) -> Result<&str, Refusal> {
    legacy_version(head)?;
    match head::sent(&head.headers, SESSION) {
        Sent::Text(id) => Ok(id),
        Sent::Absent | Sent::Unreadable => Err(refuse(
            StatusCode::BAD_REQUEST,
            "the header `Mcp-Session-Id` is missing; send `initialize` first and repeat the id \
             that its answer carries, or name protocol version 2026-07-28, which has no sessions",
        )),
    }
}

pub(super) fn unknown() -> Response<Body> {
    sentence(
        StatusCode::NOT_FOUND,
        "there is no such session here; it has ended, or belongs to another caller or to another \
         process that shares no `session_store` with this one; send `initialize` again (plain tools \
         need no sessions, with the server's setting `legacy_stateless`)",
    )
}

pub(super) fn no_random() -> Response<Body> {
    sentence(
        StatusCode::INTERNAL_SERVER_ERROR,
        "no session can be made: the system gives no random bytes",
    )
}

pub(super) fn full() -> Response<Body> {
    *busy("there are too many sessions, by the limit `max_sessions`; try again later")
}

/// There is no room for one more of something that will end some time.
pub(super) fn busy(text: &str) -> Refusal {
    let mut response = refuse(StatusCode::SERVICE_UNAVAILABLE, text);
    let wait = HeaderValue::from_static("60");
    response.headers_mut().insert(RETRY_AFTER, wait);
    response
}
