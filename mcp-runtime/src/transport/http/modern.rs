//! Messages of 2026-07-28: each stands alone.
//!
//! Invariant: nothing is kept from one request to the next, so any process can serve any of them.

use http::request::Parts;
use http::{Response, StatusCode};

use super::body::empty;
use super::forms::Forms;
use super::{Body, HttpService, head, reply};
use crate::server::{Answer, Outlet, modern_status};

impl HttpService {
    pub(super) async fn modern(&self, head: &Parts, text: String, forms: Forms) -> Response<Body> {
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
        match connection.receive_with(text.into_bytes(), &outlet) {
            Answer::None => empty(StatusCode::ACCEPTED),
            Answer::Now(frame) => now(frame),
            Answer::Later(later) => reply::later(later, frames, forms).await,
        }
    }
}
