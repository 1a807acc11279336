//! Batches, which only 2025-03-26 has.
//!
//! Spec: MCP 2025-03-26, basic, "Batching"; JSON-RPC 2.0, "Batch".

use super::answer::Answer;
use super::connection::Connection;
use super::outlet::Outlet;
use crate::jsonrpc::{ErrorCode, ErrorObject};
use crate::tool::Origin;
use serde_json::value::RawValue;
use std::pin::Pin;
use std::task::Poll;

type Later = Pin<Box<dyn Future<Output = Option<Vec<u8>>> + Send>>;

/// Takes every message of an array; the answers go back as one array, and what their calls send
/// besides goes out one by one before it.
pub(super) fn receive(
    connection: &Connection,
    text: &str,
    outlet: &Outlet,
    origin: &Origin,
) -> Answer {
    let messages: Vec<&RawValue> = serde_json::from_str(text).unwrap_or_default();
    if messages.is_empty() {
        let error = ErrorObject::new(ErrorCode::INVALID_REQUEST, "the batch is empty");
        return connection.error(None, error);
    }
    let mut ready = Vec::new();
    let mut later: Vec<Later> = Vec::new();
    for message in messages {
        let answer = match message.get().starts_with('[') {
            true => connection.error(
                None,
                ErrorObject::new(ErrorCode::INVALID_REQUEST, "a batch holds no batches"),
            ),
            false => connection.receive_from(message.get().as_bytes().to_vec(), outlet, origin),
        };
        match answer {
            Answer::None => {}
            Answer::Now(answer) => ready.push(answer),
            Answer::Later(future) => later.push(future),
        }
    }
    if later.is_empty() {
        return joined(ready).map_or(Answer::None, Answer::Now);
    }
    Answer::Later(Box::pin(async move {
        ready.extend(all(later).await);
        joined(ready)
    }))
}

/// Waits for all, polled side by side.
async fn all(mut futures: Vec<Later>) -> Vec<Vec<u8>> {
    let mut answers = Vec::with_capacity(futures.len());
    std::future::poll_fn(move |cx| {
        futures.retain_mut(|future| match future.as_mut().poll(cx) {
            Poll::Pending => true,
            Poll::Ready(answer) => {
                answers.extend(answer);
                false
            }
        });
        match futures.is_empty() {
            true => Poll::Ready(std::mem::take(&mut answers)),
            false => Poll::Pending,
        }
    })
    .await
}

fn joined(answers: Vec<Vec<u8>>) -> Option<Vec<u8>> {
    if answers.is_empty() {
        return None;
    }
    let mut out = vec![b'['];
    out.extend_from_slice(&answers.join(&b','));
    out.push(b']');
    Some(out)
}
