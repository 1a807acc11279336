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
use super::events::{EventId, Kind, Reader, Start, Stream};
use super::forms::Forms;
use super::sessions::{NoSession, Session};
use super::{Body, HttpService, head, reply, stream};
use crate::server::{Answer, Sent, VERSION_HEADER, is_error};
use crate::tool::Origin;
use crate::wire::{Era, ProtocolVersion};

const SESSION: &str = "mcp-session-id";
const LAST_EVENT: &str = "last-event-id";

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
        let id = match self.sessions.begin(connection, caller, self.settings.keep) {
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
        // Without a stream there is no way to the client but the answer.
        let stream = forms.events.then(|| session.events.begin(Kind::Call));
        let outlet = stream.as_ref().map(Stream::outlet).unwrap_or_default();
        let answer = session
            .connection
            .receive_from(text.into_bytes(), &outlet, &origin);
        let later = match answer {
            Answer::None => return empty(StatusCode::ACCEPTED),
            Answer::Now(frame) => return reply::ready(StatusCode::OK, frame, forms),
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

    fn stream(
        &self,
        reader: Reader,
        session: &Arc<Session>,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> Response<Body> {
        let open = self.sessions.stream(session);
        stream::answer(reader, open, end, self.settings.patience)
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
        if let Err(refusal) = self.has_room_for_stream(&session) {
            return *refusal;
        }
        let reader = match head::sent(&head.headers, LAST_EVENT) {
            Sent::Absent => None,
            Sent::Text(id) => match resume(&session, id) {
                Ok(reader) => reader,
                Err(refusal) => return *refusal,
            },
            Sent::Unreadable => return no_such_event("?"),
        };
        let reader = match reader {
            Some(reader) => reader,
            None => {
                let stream = session.events.begin(Kind::Standing);
                stream.keep(session.connection.listen(&stream.outlet()));
                match stream.start(false) {
                    Start::Stream(reader) => reader,
                    // The session has ended just now.
                    Start::Whole(_) => return unknown(),
                }
            }
        };
        let stop = self.stop.clone();
        let standing = reader.first().kind == Kind::Standing;
        self.stream(reader, &session, async move {
            match standing {
                true => stop.cancelled_owned().await,
                // It ends with the answer of its call.
                false => std::future::pending().await,
            }
        })
    }

    fn has_room_for_stream(&self, session: &Session) -> Result<(), Refusal> {
        let (here, in_all) = self.settings.streams;
        if session.streams() >= here {
            return Err(refuse(
                StatusCode::TOO_MANY_REQUESTS,
                format!(
                    "the session has {here} streams open, by the limit `max_streams`; close one first"
                ),
            ));
        }
        if self.sessions.streams() >= in_all {
            return Err(busy(
                "there are too many streams, by the limit `max_streams`; try again later",
            ));
        }
        Ok(())
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
    *busy("there are too many sessions, by the limit `max_sessions`; try again later")
}

/// There is no room for one more of something that will end some time.
fn busy(text: &str) -> Refusal {
    let mut response = refuse(StatusCode::SERVICE_UNAVAILABLE, text);
    let wait = HeaderValue::from_static("60");
    response.headers_mut().insert(RETRY_AFTER, wait);
    response
}

/// The stream of an event that the client has read; `None` when a fresh one is as good.
///
/// Of a stream that belongs to no call a client misses at most some news, and without one it would
/// hear of none. The answer of a call would never come on another stream, so there it is told.
fn resume(session: &Session, id: &str) -> Result<Option<Reader>, Refusal> {
    let last = EventId::parse(id).ok_or_else(|| Box::new(no_such_event(id)))?;
    match (session.events.resume(last), last.kind) {
        (None, Kind::Call) => Err(Box::new(no_such_event(id))),
        (reader, _) => Ok(reader),
    }
}

fn no_such_event(id: &str) -> Response<Body> {
    sentence(
        StatusCode::BAD_REQUEST,
        format!(
            "`Last-Event-ID: {id}` is of no stream that is still kept, by the limit `keep_events`; \
             send the request again, or leave the header out for a new stream"
        ),
    )
}
