//! Messages of older clients without sessions: each request brings its handshake along.
//!
//! Invariant: nothing is kept from one request to the next, so any process can serve any of them.
//! There is no way to ask the client, and no stream to come back to.
//!
//! Spec: MCP 2025-11-25, basic/transports, "Session Management" (a session is optional).

use std::sync::Arc;

use http::request::Parts;
use http::{Response, StatusCode};
use tokio::sync::oneshot;

use super::access::Caller;
use super::body::{empty, refuse};
use super::forms::Forms;
use super::legacy::legacy_version;
use super::{Body, HttpService, reply};
use crate::server::Answer;
use crate::tool::Origin;

impl HttpService {
    /// A message of an older client that is not `initialize`.
    pub(super) async fn stateless(
        &self,
        head: &Arc<Parts>,
        text: String,
        forms: Forms,
        caller: Caller,
    ) -> Response<Body> {
        // Who does not say which revision it speaks speaks the first one that has this transport.
        let version = match legacy_version(head) {
            Ok(version) => version.unwrap_or("2025-03-26"),
            Err(refusal) => return *refusal,
        };
        let connection = self.service.connect();
        let begin = format!(
            r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{{}}}}}}"#
        );
        connection.receive(begin.into_bytes());
        connection.receive(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_vec());
        let (outlet, frames) = reply::way(forms);
        let origin = Origin::http(Arc::clone(head), caller);
        let later = match connection.receive_from(text.into_bytes(), &outlet, &origin) {
            Answer::None => return empty(StatusCode::ACCEPTED),
            Answer::Now(frame) => return reply::ready(StatusCode::OK, frame, forms),
            Answer::Later(later) => later,
        };
        // A client that hangs up has cancelled nothing.
        let (sender, answer) = oneshot::channel();
        tokio::spawn(async move {
            let _ = sender.send(later.await);
        });
        let later = Box::pin(async move { answer.await.ok().flatten() });
        reply::later(later, frames, forms, self.settings.patience).await
    }
}

/// What is answered to what only sessions have.
pub(super) fn no_sessions() -> Response<Body> {
    let text = "the server keeps no sessions, by the setting `legacy_stateless`; \
                send requests with POST, without an `Mcp-Session-Id`";
    let mut response = refuse(StatusCode::METHOD_NOT_ALLOWED, text);
    let allowed = http::HeaderValue::from_static("POST, OPTIONS");
    response.headers_mut().insert(http::header::ALLOW, allowed);
    *response
}
