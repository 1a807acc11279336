//! A server of its own: HTTP/1.1 and HTTP/2 on a listener, until it is asked to stop.
//!
//! Knows connections and paths. Does not know messages or signals.

use std::convert::Infallible;
use std::future::Future;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use http::{Request, Response, StatusCode};
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tower_service::Service as _;

use super::body::{sentence, without_body_for};
use super::patient::Patient;
use super::{Body, HttpService};
use crate::transport::ServeError;

/// How long to wait when the system has no more descriptors.
const PAUSE: Duration = Duration::from_millis(50);
/// The most bytes of a request's head.
const HEAD: usize = 64 * 1024;

impl HttpService {
    /// Serves on `listener` until `shutdown` is ready: `/mcp` and `/mcp/`, over HTTP/1.1 and HTTP/2
    /// (without TLS, by prior knowledge).
    ///
    /// Then no connection is taken any more, open streams end, and calls have the drain limit of
    /// the server (5 s). What is not done by then is cancelled. Installs no signal handlers.
    ///
    /// # Errors
    ///
    /// [`ServeError::Open`] when other machines reach the address and neither
    /// [`auth_token`](Self::auth_token) nor [`allow_no_auth`](Self::allow_no_auth) was set;
    /// [`ServeError::EmptyToken`] when a token is empty; [`ServeError::Listen`] when the listener
    /// has no address.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future ends every connection; calls of 2026-07-28 are cancelled.
    /// Sessions of older clients stay with the clones of this service.
    pub async fn serve(
        self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()>,
    ) -> Result<(), ServeError> {
        let address = listener.local_addr().map_err(ServeError::Listen)?;
        self.check(address)?;
        if !address.ip().is_loopback() && self.settings.hosts.is_empty() {
            tracing::warn!(
                %address,
                "only requests for a name of this machine are served; add the name that clients \
                 use to `allowed_hosts` (`--allowed-host NAME`)"
            );
        }
        let mut http = auto::Builder::new(TokioExecutor::new());
        http.http1()
            .timer(TokioTimer::new())
            .header_read_timeout(self.settings.patience)
            .max_buf_size(HEAD);
        http.http2()
            .timer(TokioTimer::new())
            .max_header_list_size(HEAD as u32)
            .keep_alive_interval(self.settings.patience);
        let graceful = GracefulShutdown::new();
        // Ends connections that have said nothing yet.
        let ending = CancellationToken::new();
        // Dropped, it ends what is left.
        let mut connections = JoinSet::new();
        let mut shutdown = pin!(shutdown);
        loop {
            let accepted = tokio::select! {
                () = &mut shutdown => break,
                accepted = listener.accept() => accepted,
                Some(_) = connections.join_next() => continue,
            };
            let (stream, _) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be taken");
                    sleep(PAUSE).await;
                    continue;
                }
            };
            // Small answers should not wait for others.
            let _ = stream.set_nodelay(true);
            let service = self.clone();
            let answer = hyper::service::service_fn(move |request| route(service.clone(), request));
            let patience = self.settings.patience;
            let (http, watcher, ending) = (http.clone(), graceful.watcher(), ending.clone());
            connections.spawn(async move {
                tokio::select! {
                    speaks = timeout(patience, speaks(&stream)) => match speaks {
                        Ok(true) => {}
                        Ok(false) | Err(_) => return,
                    },
                    () = ending.cancelled() => return,
                }
                let stream = TokioIo::new(Patient::new(stream, patience));
                let connection = http.serve_connection(stream, answer).into_owned();
                let connection = watcher.watch(connection);
                if let Err(error) = connection.await {
                    tracing::debug!(%error, "a connection ended");
                }
            });
        }
        drop(listener);
        ending.cancel();
        self.close_streams();
        let drain = self.service.limits().drain;
        if timeout(drain, graceful.shutdown()).await.is_err() {
            tracing::debug!("calls outlived the drain limit and are cancelled");
        }
        self.sessions.end_all();
        Ok(())
    }

    /// Whether it may be served at `address` with its settings.
    pub(crate) fn check(&self, address: SocketAddr) -> Result<(), ServeError> {
        let settings = &self.settings;
        let open = settings.tokens.is_empty() && !settings.open;
        match address.ip().is_loopback() {
            _ if settings.empty_token => Err(ServeError::EmptyToken),
            false if open => Err(ServeError::Open(address)),
            _ => Ok(()),
        }
    }
}

/// Waits until a client has said enough to tell which HTTP it speaks: that wait has no limit of its
/// own. `false` when it went away.
async fn speaks(stream: &TcpStream) -> bool {
    const HTTP_2: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    let mut seen = [0; HTTP_2.len()];
    loop {
        match stream.peek(&mut seen).await {
            Ok(0) | Err(_) => return false,
            Ok(length) if length == seen.len() || !HTTP_2.starts_with(&seen[..length]) => {
                return true;
            }
            // What is there already would be seen again at once.
            Ok(_) => sleep(PAUSE).await,
        }
    }
}

async fn route(
    mut service: HttpService,
    request: Request<Incoming>,
) -> Result<Response<Body>, Infallible> {
    match request.uri().path() {
        "/mcp" | "/mcp/" => service.call(request).await,
        path => {
            // Of a long one its beginning tells enough.
            let path: String = path.chars().take(200).collect();
            let text = format!("there is nothing at `{path}`; the server is at `/mcp`");
            let response = sentence(StatusCode::NOT_FOUND, text);
            Ok(without_body_for(request.method(), response))
        }
    }
}
