//! Messages of 2026-07-28: each stands alone.
//!
//! Invariant: nothing is kept from one request to the next, so any process can serve any of them.

use std::sync::Arc;

use http::request::Parts;
use http::{Response, StatusCode};

use super::access::Caller;
use super::body::empty;
use super::forms::Forms;
use super::{Body, HttpService, head, reply};
use crate::server::{Answer, Outlet, modern_status};
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
        if let Err(refusal) = self.service.check_headers(&text, header) {
            return now(refusal);
        }
        let (outlet, frames) = Outlet::channel(match forms.events {
            true => reply::ROOM,
            false => 0,
        });
        let connection = self.service.connect();
        let origin = Origin::http(Arc::clone(head), caller);
        match connection.receive_from(text.into_bytes(), &outlet, &origin) {
            Answer::None => empty(StatusCode::ACCEPTED),
            Answer::Now(frame) => now(frame),
            Answer::Later(later) => {
                reply::later(later, frames, forms, self.settings.patience).await
            }
        }
    }
}
