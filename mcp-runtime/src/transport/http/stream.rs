//! An open stream of a session: from its events to the body of an answer.
//!
//! Invariant: a client that does not read is waited for no longer than the patience of the server,
//! and meanwhile nothing is held for it here but two parts.
//!
//! Spec: MCP 2025-11-25, basic/transports; HTML, "Server-sent events".

use std::future::Future;
use std::time::Duration;

use bytes::Bytes;
use http::Response;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at};

use super::Body;
use super::events::{EventId, Next, Reader};
use super::reply::{self, KEEP_ALIVE, comment, event, send};
use super::sessions::StreamGuard;

/// What is read, until it ends, nobody reads it, `end` is ready, or somebody reads too slowly.
pub(super) fn answer(
    reader: Reader,
    open: StreamGuard,
    end: impl Future<Output = ()> + Send + 'static,
    patience: Duration,
) -> Response<Body> {
    let (sender, parts) = mpsc::channel(1);
    tokio::spawn(async move {
        tokio::select! {
            _ = pump(reader, &sender, patience) => {}
            () = sender.closed() => {}
            () = end => {}
            () = open.session.ended.cancelled() => {}
        }
    });
    reply::stream(parts)
}

/// Sends what there is; `None` when nobody takes it.
async fn pump(mut reader: Reader, sender: &mpsc::Sender<Bytes>, patience: Duration) -> Option<()> {
    // Even before there is anything to say, the client learns where to come back to.
    let mut next = match reader.take() {
        Some(Next::Close(retry)) => {
            return send(sender, come_back(reader.last(), Some(retry)), patience).await;
        }
        next => {
            let begin = match reader.polls() {
                true => come_back(reader.first(), None),
                false => comment(),
            };
            send(sender, begin, patience).await?;
            next
        }
    };
    let mut alive = interval_at(Instant::now() + KEEP_ALIVE, KEEP_ALIVE);
    loop {
        let now = match next.take() {
            Some(now) => now,
            None => tokio::select! {
                biased;
                now = reader.next() => now,
                _ = alive.tick() => {
                    send(sender, comment(), patience).await?;
                    continue;
                }
            },
        };
        let part = match now {
            Next::Event(frame) => event(Some(reader.last()), &frame),
            Next::Close(retry) => {
                return send(sender, come_back(reader.last(), Some(retry)), patience).await;
            }
            Next::End => return Some(()),
        };
        send(sender, part, patience).await?;
    }
}

/// An event without data: the client may come back with this id, perhaps after some time.
fn come_back(id: EventId, retry: Option<Duration>) -> Bytes {
    let retry = match retry {
        Some(retry) => format!("retry: {}\n", retry.as_millis()),
        None => String::new(),
    };
    format!("id: {id}\n{retry}data: \n\n").into()
}
