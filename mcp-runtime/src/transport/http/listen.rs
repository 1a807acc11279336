//! Streams of a session that are opened by `GET`: for what the server says by itself, and for what
//! was missed on another stream.
//!
//! Spec: MCP 2025-11-25, basic/transports, "Listening for Messages from the Server".

use http::request::Parts;
use http::{Response, StatusCode};

use super::access::Caller;
use super::body::{Refusal, refuse, sentence};
use super::events::{EventId, Kind, Reader, Start};
use super::forms::Forms;
use super::legacy::{busy, unknown};
use super::sessions::Session;
use super::stateless::no_sessions;
use super::{Body, HttpService, head};
use crate::server::Sent;

const LAST_EVENT: &str = "last-event-id";

impl HttpService {
    /// `GET`: a stream for what the server says by itself.
    pub(super) async fn open_stream(&self, head: &Parts, caller: Caller) -> Response<Body> {
        if self.settings.stateless {
            return no_sessions();
        }
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
        let session = match self.session(head, caller).await {
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
    // Of a long one its beginning tells enough.
    let id = id.get(..64).unwrap_or(id);
    sentence(
        StatusCode::BAD_REQUEST,
        format!(
            "`Last-Event-ID: {id}` is of no stream that is still kept, by the limit `keep_events`; \
             send the request again, or leave the header out for a new stream"
        ),
    )
}
