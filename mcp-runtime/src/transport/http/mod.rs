//! Streamable HTTP: one endpoint for clients of both eras.
//!
//! [`HttpService`] is a `tower::Service`, to be mounted in axum and others; [`HttpService::serve`]
//! is a server of its own on hyper. What HTTP must know of a message is asked of
//! `server/http_rules.rs`; who may ask at all is `access`.
//!
//! Does not know tools, and under which path it is mounted only where it serves itself.
//!
//! Spec: MCP 2026-07-28, basic/transports/streamable-http; the page of the same name in
//! 2025-03-26 to 2025-11-25.

mod access;
mod body;
mod events;
mod forms;
mod head;
mod legacy;
mod listen;
mod modern;
mod patient;
mod read;
mod reply;
mod serve;
mod sessions;
mod settings;
mod shared;
mod stateless;
mod store;
mod stream;

use std::convert::Infallible;
use std::error::Error;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use http::{Method, Request, Response, StatusCode};
use tokio_util::sync::CancellationToken;

pub use self::body::Body;
use self::forms::Forms;
use self::sessions::Sessions;
use self::settings::Settings;
pub use self::store::{SessionRecord, SessionStore, StoreFuture};
use crate::server::{BuildError, Posted, Server, Service, VERSION_HEADER};

/// A server as a `tower::Service` for HTTP requests. Cheap to clone; clones share their sessions.
///
/// It takes every path, so mount it where it belongs; in axum with `route_service("/mcp", ..)`,
/// `nest_service` or `fallback_service`. It never redirects and installs no signal handlers.
///
/// ```no_run
/// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
/// let service = mcp::server!().into_http_service()?.auth_token("secret");
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:9000").await?;
/// service.serve(listener, std::future::pending()).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct HttpService {
    service: Service,
    settings: Arc<Settings>,
    sessions: Arc<Sessions>,
    /// Cancelled when streams without an end of their own should end.
    stop: CancellationToken,
}

impl Server {
    /// The server as a service for HTTP requests.
    ///
    /// # Errors
    ///
    /// As [`build`](Server::build).
    pub fn into_http_service(self) -> Result<HttpService, BuildError> {
        self.build().map(Service::into_http_service)
    }
}

/// Settings that a server brings along.
struct Configure(Box<dyn Fn(HttpService) -> HttpService + Send + Sync>);

impl Server {
    /// Settings for wherever the server is served over HTTP: by
    /// [`into_http_service`](Self::into_http_service), and by a program's `--http-port`, whose
    /// flags come on top.
    ///
    /// ```no_run
    /// # fn main() -> std::process::ExitCode {
    /// use std::time::Duration;
    ///
    /// let server = mcp::Server::new("notes", "1.0.0");
    /// let server = server.http(|http| http.max_sessions(100, Duration::from_secs(600)));
    /// # return std::process::ExitCode::SUCCESS;
    /// # #[allow(unreachable_code)]
    /// server.run()
    /// # }
    /// ```
    ///
    /// Given again, the last one holds.
    pub fn http(
        self,
        configure: impl Fn(HttpService) -> HttpService + Send + Sync + 'static,
    ) -> Self {
        self.keep(Arc::new(Configure(Box::new(configure))))
    }
}

impl Service {
    /// The server as a service for HTTP requests.
    pub fn into_http_service(self) -> HttpService {
        let service = self.clone();
        let plain = self.unconfigured();
        match service.kept::<Configure>() {
            Some(Configure(configure)) => configure(plain),
            None => plain,
        }
    }

    fn unconfigured(self) -> HttpService {
        HttpService {
            service: self,
            settings: Arc::default(),
            sessions: Arc::default(),
            stop: CancellationToken::new(),
        }
    }
}

impl HttpService {
    /// Ends streams that have no end of their own. Calls go on.
    ///
    /// For a server inside a larger program, before its graceful shutdown: an open stream would
    /// hold that up.
    pub fn close_streams(&self) {
        self.stop.cancel();
    }

    async fn respond<B>(self, request: Request<B>) -> Response<Body>
    where
        B: http_body::Body + Send,
        B::Data: Send,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let (mut head, body) = request.into_parts();
        access::hide_secrets(&mut head.headers);
        let head = Arc::new(head);
        let cors = access::cors(&self.settings, &self.service, &head);
        let mut response = match access::admit(&self.settings, &head) {
            _ if head.method == Method::OPTIONS && cors.is_allowed() => {
                body::empty(StatusCode::NO_CONTENT)
            }
            Ok(caller) => self.admitted(&head, body, caller).await,
            Err(refusal) => *refusal,
        };
        cors.apply(&head, response.headers_mut());
        body::without_body_for(&head.method, response)
    }

    async fn admitted<B>(
        &self,
        head: &Arc<http::request::Parts>,
        body: B,
        caller: access::Caller,
    ) -> Response<Body>
    where
        B: http_body::Body + Send,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let version = head::sent(&head.headers, VERSION_HEADER);
        let modern = self.service.is_modern_head(version);
        match head.method {
            Method::POST => {}
            Method::GET if !modern => return self.open_stream(head, caller).await,
            Method::DELETE if !modern => return self.end_session(head, caller).await,
            _ => return body::not_allowed(modern),
        }
        let forms = match Forms::of(&head.headers) {
            Ok(forms) => forms.preferring_events(self.settings.stream_answers),
            Err(refusal) => return *refusal,
        };
        let text = match read::message(&self.settings, self.service.limits(), head, body).await {
            Ok(text) => text,
            Err(refusal) => return *refusal,
        };
        match self.service.posted(version, &text) {
            Posted::Modern => self.modern(head, text, forms, caller).await,
            // In a session the handshake that began it stays in force, and says so.
            Posted::Initialize if self.is_in_session(head, &caller) => {
                self.legacy(head, text, forms, caller).await
            }
            Posted::Initialize => self.initialize(text, forms, caller).await,
            Posted::Legacy if self.settings.stateless => {
                self.stateless(head, text, forms, caller).await
            }
            Posted::Legacy => self.legacy(head, text, forms, caller).await,
        }
    }
}

impl<B> tower_service::Service<Request<B>> for HttpService
where
    B: http_body::Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let service = self.clone();
        Box::pin(async move { Ok(service.respond(request).await) })
    }
}
