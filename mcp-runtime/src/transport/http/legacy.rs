//! Messages of 2025-03-26 to 2025-11-25: a session, begun by `initialize`.
//!
//! A client that hangs up has cancelled nothing: its calls go on in tasks of their own.
//!
//! Spec: MCP 2025-11-25, basic/transports, "Streamable HTTP".

use std::sync::Arc;

use http::header::RETRY_AFTER;
use http::request::Parts;
use http::{HeaderValue, Response, StatusCode};
use tokio::sync::{mpsc, oneshot};

use super::access::Caller;
use super::body::{Refusal, empty, refuse, sentence};
use super::forms::Forms;
use super::sessions::{NoSession, Session};
use super::{Body, HttpService, head, reply};
use crate::server::{Answer, Outlet, Sent, VERSION_HEADER, is_error};
use crate::tool::Origin;
use crate::wire::{Era, ProtocolVersion};

const SESSION: &str = "mcp-session-id";

impl HttpService {
    /// Begins a session, if the client is served.
    pub(super) fn initialize(&self, text: String, forms: Forms, caller: Caller) -> Response<Body> {
        if !self.sessions.has_room() {
            return full();
        }
        let connection = self.service.connect();
        let Answer::Now(frame) = connection.receive(text.into_bytes()) else {
            return empty(StatusCode::ACCEPTED);
        };
        if is_error(&frame) {
            // A failed handshake leaves nothing.
            return reply::ready(StatusCode::OK, frame, forms);
        }
        let id = match self.sessions.begin(connection, caller) {
            Ok(id) => id,
            Err(NoSession::Full) => return full(),
            Err(NoSession::NoRandom) => {
                return sentence(
                    StatusCode::INTERNAL_SERVER_ERROR,
                    "no session can be made: the system gives no random bytes",
                );
            }
        };
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
        let session = match self.session(head, caller) {
            Ok(session) => session,
            Err(refusal) => return *refusal,
        };
        let (outlet, frames) = Outlet::channel(reply::ROOM);
        let answer = session
            .connection
            .receive_from(text.into_bytes(), &outlet, &origin);
        let later = match answer {
            Answer::None => return empty(StatusCode::ACCEPTED),
            Answer::Now(frame) => return reply::ready(StatusCode::OK, frame, forms),
            Answer::Later(later) => later,
        };
        let (sender, answer) = oneshot::channel();
        tokio::spawn(async move {
            let answer = later.await;
            session.touch();
            // Nobody may be there any more.
            let _ = sender.send(answer);
        });
        let later = Box::pin(async move { answer.await.ok().flatten() });
        reply::later(later, frames, forms).await
    }

    /// `GET`: a stream for what the server says by itself.
    pub(super) fn open_stream(&self, head: &Parts, caller: Caller) -> Response<Body> {
        match Forms::of(&head.headers) {
            Ok(forms) if forms.events => {}
            Ok(_) => {
                return sentence(
                    StatusCode::NOT_ACCEPTABLE,
                    "GET opens a stream of events; send `Accept: text/event-stream`",
                );
            }
            Err(refusal) => return *refusal,
        }
        let session = match self.session(head, caller) {
            Ok(session) => session,
            Err(refusal) => return *refusal,
        };
        let stop = self.stop.clone();
        let (sender, parts) = mpsc::channel(1);
        let open = session.stream();
        tokio::spawn(async move {
            let end = async {
                tokio::select! {
                    () = stop.cancelled() => {}
                    () = open.0.ended.cancelled() => {}
                }
            };
            reply::idle(sender, end).await;
        });
        reply::stream(parts)
    }

    /// `DELETE`: the client is done.
    pub(super) fn end_session(&self, head: &Parts, caller: Caller) -> Response<Body> {
        match session_id(head) {
            Ok(id) if self.sessions.end(id, caller) => empty(StatusCode::NO_CONTENT),
            Ok(_) => unknown(),
            Err(refusal) => *refusal,
        }
    }

    fn session(&self, head: &Parts, caller: Caller) -> Result<Arc<Session>, Refusal> {
        let id = session_id(head)?;
        self.sessions
            .find(id, caller)
            .ok_or_else(|| Box::new(unknown()))
    }
}

fn session_id(head: &Parts) -> Result<&str, Refusal> {
    let version = match head::sent(&head.headers, VERSION_HEADER) {
        Sent::Absent => None,
        Sent::Text(text) => Some(text),
        Sent::Unreadable => Some("?"),
    };
    let known = |text| ProtocolVersion::known(text).filter(|known| known.era() == Era::Legacy);
    if let Some(version) = version
        && known(version).is_none()
    {
        return Err(refuse(
            StatusCode::BAD_REQUEST,
            format!(
                "`MCP-Protocol-Version: {version}` is not served; send what `initialize` answered"
            ),
        ));
    }
    match head::sent(&head.headers, SESSION) {
        Sent::Text(id) => Ok(id),
        Sent::Absent | Sent::Unreadable => Err(refuse(
            StatusCode::BAD_REQUEST,
            "the header `Mcp-Session-Id` is missing; send `initialize` first and repeat the id \
             that its answer carries, or name protocol version 2026-07-28, which has no sessions",
        )),
    }
}

fn unknown() -> Response<Body> {
    sentence(
        StatusCode::NOT_FOUND,
        "there is no such session here; it has ended or belongs to another process; \
         send `initialize` again",
    )
}

fn full() -> Response<Body> {
    let mut response = sentence(
        StatusCode::SERVICE_UNAVAILABLE,
        "there are too many sessions, by the limit `max_sessions`; try again later",
    );
    let wait = HeaderValue::from_static("60");
    response.headers_mut().insert(RETRY_AFTER, wait);
    response
}
