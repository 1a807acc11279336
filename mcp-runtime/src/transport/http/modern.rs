//! Messages of 2026-07-28: each stands alone.
//!
//! Invariant: nothing is kept from one request to the next, so any process can serve any of them.

use std::sync::Arc;

use http::request::Parts;
use http::{Response, StatusCode};
use tokio_util::sync::CancellationToken;

use super::access::Caller;
use super::body::empty;
use super::forms::Forms;
use super::{Body, HttpService, head, reply};
use crate::server::{Answer, Connection, modern_status};
use crate::tool::Origin;

impl HttpService {
    pub(super) async fn modern(
        &self,
        head: &Arc<Parts>,
        text: String,
        forms: Forms,
        caller: Caller,
    ) -> Response<Body> {
        let header = |name: &str| head::sent(&head.headers, name);
        let now = |frame: Vec<u8>| {
            let status = StatusCode::from_u16(modern_status(&frame)).unwrap_or_default();
            reply::ready(status, frame, forms)
        };
        let origin = Origin::http(Arc::clone(head), caller);
        if let Err(refusal) = self.service.check_headers(&text, &origin, header) {
            return now(refusal);
        }
        let (outlet, frames) = reply::way(forms);
        let connection = self.service.connect();
        match connection.receive_from(text.into_bytes(), &outlet, &origin) {
            Answer::None => empty(StatusCode::ACCEPTED),
            Answer::Now(frame) => now(frame),
            Answer::Later(later) => {
                let later = with_end(later, connection, self.stop.clone());
                reply::later(later, frames, forms, self.settings.patience).await
            }
        }
    }
}

/// The answer; subscriptions end when the server is about to.
fn with_end(
    mut later: reply::Later,
    connection: Connection,
    stop: CancellationToken,
) -> reply::Later {
    Box::pin(async move {
        tokio::select! {
            biased;
            answer = &mut later => return answer,
            () = stop.cancelled() => connection.end_subscriptions(),
        }
        later.await
    })
}
