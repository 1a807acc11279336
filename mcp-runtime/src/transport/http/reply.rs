//! The answer to a message: JSON, or a stream of events when something comes before it.
//!
//! Invariant: an answer that nobody can receive any more is dropped, which cancels its call, unless
//! the call was put in a task of its own.
//!
//! Spec: MCP 2026-07-28, basic/transports/streamable-http; HTML, "Server-sent events".

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderValue, Response, StatusCode};
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at, sleep, timeout};

use super::Body;
use super::body::{empty, json};
use super::events::EventId;
use super::forms::Forms;
use crate::server::{Frames, Outlet};

/// For how long an answer may be awaited before the client hears that it is on its way.
pub(super) const SILENCE: Duration = Duration::from_secs(1);
/// How often a stream shows that it is alive.
pub(super) const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// Frames that may wait for a client.
pub(super) const ROOM: usize = 16;

/// An answer that takes time; dropped, its call is cancelled.
pub(super) type Later = Pin<Box<dyn Future<Output = Option<Vec<u8>>> + Send>>;

/// The way for what a call says before its answer; who takes no events can be told nothing.
pub(super) fn way(forms: Forms) -> (Outlet, Frames) {
    let (outlet, frames) = Outlet::channel(ROOM);
    match forms.events {
        true => (outlet, frames),
        false => (Outlet::default(), frames),
    }
}

/// An answer that is ready.
pub(super) fn ready(status: StatusCode, frame: Vec<u8>, forms: Forms) -> Response<Body> {
    // An error is read by its status, whatever its form; a client that lists streams alone gets one.
    match forms.json || !status.is_success() {
        true => json(status, frame),
        false => {
            let (sender, parts) = mpsc::channel(1);
            // There is room for one.
            let _ = sender.try_send(event(None, &frame));
            stream(parts)
        }
    }
}

/// An answer that takes time.
pub(super) async fn later(
    mut later: Later,
    mut frames: Frames,
    forms: Forms,
    patience: Duration,
) -> Response<Body> {
    if !forms.events {
        return whole(later.await);
    }
    let first = match forms.json {
        false => None,
        true => tokio::select! {
            biased;
            frame = frames.next() => Some(frame),
            answer = &mut later => match frames.take() {
                None => return whole(answer),
                Some(frame) => {
                    later = Box::pin(std::future::ready(answer));
                    Some(frame)
                }
            },
            () = sleep(SILENCE) => None,
        },
    };
    let (sender, parts) = mpsc::channel(1);
    tokio::spawn(async move {
        tokio::select! {
            _ = pump(&sender, first, later, frames, patience) => {}
            () = sender.closed() => {}
        }
    });
    stream(parts)
}

/// A cancelled call is owed nothing.
pub(super) fn whole(answer: Option<impl Into<Bytes>>) -> Response<Body> {
    match answer {
        Some(frame) => json(StatusCode::OK, frame),
        None => empty(StatusCode::ACCEPTED),
    }
}

/// A stream of events, with what keeps proxies from holding it back.
pub(super) fn stream(parts: mpsc::Receiver<Bytes>) -> Response<Body> {
    let mut response = Response::new(Body::stream(parts));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(
        CACHE_CONTROL,
        HeaderValue::from_static("no-cache, no-transform"),
    );
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

/// Sends what a call says, until its answer; `None` when nobody takes it.
async fn pump(
    sender: &mpsc::Sender<Bytes>,
    first: Option<Vec<u8>>,
    mut later: Later,
    mut frames: Frames,
    patience: Duration,
) -> Option<()> {
    send(sender, comment(), patience).await?;
    if let Some(frame) = first {
        send(sender, event(None, &frame), patience).await?;
    }
    let mut alive = interval_at(Instant::now() + KEEP_ALIVE, KEEP_ALIVE);
    let answer = loop {
        let part = tokio::select! {
            biased;
            frame = frames.next() => event(None, &frame),
            answer = &mut later => break answer,
            _ = alive.tick() => comment(),
        };
        send(sender, part, patience).await?;
    };
    while let Some(frame) = frames.take() {
        send(sender, event(None, &frame), patience).await?;
    }
    if let Some(frame) = answer {
        send(sender, event(None, &frame), patience).await?;
    }
    Some(())
}

/// Hands a part to whoever reads; `None` when nobody does any more, or has not for too long.
pub(super) async fn send(
    sender: &mpsc::Sender<Bytes>,
    part: Bytes,
    patience: Duration,
) -> Option<()> {
    match timeout(patience, sender.send(part)).await {
        Ok(sent) => sent.ok(),
        Err(_) => {
            tracing::debug!("a stream ends, since its client does not read it");
            None
        }
    }
}

/// Shows that a stream is alive, and makes proxies let its beginning through.
pub(super) fn comment() -> Bytes {
    Bytes::from_static(b": alive\n\n")
}

pub(super) fn event(id: Option<EventId>, frame: &[u8]) -> Bytes {
    let mut out = Vec::with_capacity(frame.len() + 48);
    out.extend_from_slice(b"event: message\n");
    if let Some(id) = id {
        out.extend_from_slice(format!("id: {id}\n").as_bytes());
    }
    for line in frame.split(|byte| matches!(byte, b'\n' | b'\r')) {
        out.extend_from_slice(b"data: ");
        out.extend_from_slice(line);
        out.push(b'\n');
    }
    out.push(b'\n');
    out.into()
}
