//! The body of an answer: nothing, a whole, or a stream; and the answers that are a sentence.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::header::{ALLOW, CONTENT_TYPE};
use http::{HeaderValue, Method, Response, StatusCode};
use http_body::{Frame, SizeHint};
use tokio::sync::mpsc;

/// The body of an answer.
#[derive(Debug)]
pub struct Body(Kind);

#[derive(Debug)]
enum Kind {
    Whole(Bytes),
    /// Who sends notices when the body is dropped.
    Stream(mpsc::Receiver<Bytes>),
}

impl Body {
    pub(super) fn stream(parts: mpsc::Receiver<Bytes>) -> Self {
        Body(Kind::Stream(parts))
    }
}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let part = match &mut self.0 {
            Kind::Whole(bytes) => {
                let bytes = std::mem::take(bytes);
                Poll::Ready(Some(bytes).filter(|bytes| !bytes.is_empty()))
            }
            Kind::Stream(parts) => parts.poll_recv(context),
        };
        part.map(|part| part.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(&self.0, Kind::Whole(bytes) if bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Kind::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Kind::Stream(_) => SizeHint::default(),
        }
    }
}

pub(super) fn empty(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body(Kind::Whole(Bytes::new())));
    *response.status_mut() = status;
    response
}

fn whole(status: StatusCode, kind: &'static str, bytes: impl Into<Bytes>) -> Response<Body> {
    let mut response = Response::new(Body(Kind::Whole(bytes.into())));
    *response.status_mut() = status;
    let kind = HeaderValue::from_static(kind);
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

pub(super) fn json(status: StatusCode, frame: impl Into<Bytes>) -> Response<Body> {
    whole(status, "application/json", frame)
}

/// One sentence for people.
pub(super) fn sentence(status: StatusCode, text: impl Into<String>) -> Response<Body> {
    let mut text = text.into();
    tracing::debug!(%status, "refused: {text}");
    text.push('\n');
    whole(status, "text/plain; charset=utf-8", text)
}

/// The answer without what HEAD does not ask for; not every server leaves it out by itself.
pub(super) fn without_body_for(method: &Method, mut response: Response<Body>) -> Response<Body> {
    if method == Method::HEAD {
        *response.body_mut() = Body(Kind::Whole(Bytes::new()));
    }
    response
}

/// The answer to a request that is not served. Seldom, so it is kept small on the way.
pub(super) type Refusal = Box<Response<Body>>;

/// The same as [`sentence`], as a refusal.
pub(super) fn refuse(status: StatusCode, text: impl Into<String>) -> Refusal {
    Box::new(sentence(status, text))
}

/// What a method that is not served is answered.
pub(super) fn not_allowed(modern: bool) -> Response<Body> {
    let (text, allowed) = match modern {
        true => ("send messages with POST", "POST, OPTIONS"),
        false => (
            "send messages with POST; GET opens a stream of a session, DELETE ends it",
            "GET, POST, DELETE, OPTIONS",
        ),
    };
    let mut response = sentence(StatusCode::METHOD_NOT_ALLOWED, text);
    let allowed = HeaderValue::from_static(allowed);
    response.headers_mut().insert(ALLOW, allowed);
    response
}
