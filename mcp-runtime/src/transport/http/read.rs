//! The body of a request, within its limits.

use std::error::Error;
use std::pin::pin;

use bytes::Buf;
use http::StatusCode;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use http::request::Parts;
use http_body_util::BodyExt;
use tokio::time::timeout;

use super::body::{Refusal, json, refuse};
use super::settings::Settings;
use crate::server::{Limits, not_utf8};

/// Reads a message; an `Err` is the refusal.
pub(super) async fn message<B>(
    settings: &Settings,
    limits: &Limits,
    head: &Parts,
    body: B,
) -> Result<String, Refusal>
where
    B: http_body::Body,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let kind = head.headers.get(CONTENT_TYPE);
    if !kind
        .and_then(|kind| kind.to_str().ok())
        .is_some_and(is_json)
    {
        return Err(refuse(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "a message is JSON; send `Content-Type: application/json`",
        ));
    }
    if head.headers.contains_key(CONTENT_ENCODING) {
        return Err(refuse(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "the body is encoded; send it without `Content-Encoding`",
        ));
    }
    let limit = limits.message_size;
    let told = head.headers.get(CONTENT_LENGTH);
    let told = told.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if told.is_some_and(|told| told > limit as u64) {
        return Err(too_long(limit));
    }
    let mut body = pin!(body);
    let mut bytes = Vec::new();
    loop {
        match timeout(settings.patience, body.frame()).await {
            Err(_) => {
                return Err(refuse(
                    StatusCode::REQUEST_TIMEOUT,
                    "the body of the request did not come in time",
                ));
            }
            Ok(None) => break,
            Ok(Some(Err(error))) => {
                let error: Box<dyn Error + Send + Sync> = error.into();
                tracing::debug!(%error, "the body of a request broke off");
                return Err(refuse(StatusCode::BAD_REQUEST, "the body broke off"));
            }
            Ok(Some(Ok(frame))) => {
                let Ok(mut data) = frame.into_data() else {
                    continue;
                };
                if data.remaining() > limit - bytes.len() {
                    return Err(too_long(limit));
                }
                while data.has_remaining() {
                    let part = data.chunk();
                    bytes.extend_from_slice(part);
                    let length = part.len();
                    data.advance(length);
                }
            }
        }
    }
    // Editors on some systems put a mark before text.
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|_| Box::new(json(StatusCode::BAD_REQUEST, not_utf8())))
}

fn too_long(limit: usize) -> Refusal {
    refuse(
        StatusCode::PAYLOAD_TOO_LARGE,
        format!("the message is longer than {limit} bytes, the limit `max_message_size`"),
    )
}

fn is_json(kind: &str) -> bool {
    let kind = kind.split(';').next().unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/json")
}
