//! A request before it is sent: its limits, who hears of its progress, and how it is awaited.
//!
//! Does not know which requests there are.

use super::Client;
use super::error::{ClientError, Closed};
use super::exchange::{Options, exchange};
use super::params::object;
use super::rounds::Round;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

/// How far a request has come, as the server tells it.
///
/// Spec: MCP 2026-07-28, basic/patterns/progress.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct Progress {
    /// How much is done, in the server's unit.
    pub progress: f64,
    /// Of how much, if it is known.
    #[serde(default)]
    pub total: Option<f64>,
    /// For people.
    #[serde(default)]
    pub message: Option<String>,
}

/// A request that is sent when it is awaited, or by [`start`](Self::start).
///
/// # Cancel safety
///
/// Dropping the future cancels the request: the server is told, and what it answers is ignored.
#[must_use = "a request is sent when it is awaited or started"]
pub struct Request<T> {
    client: Client,
    method: Cow<'static, str>,
    /// An object as JSON text.
    params: Result<String, ClientError>,
    options: Options,
    read: Read<T>,
}

/// How a result is read.
pub(super) type Read<T> = fn(&str) -> Result<T, ClientError>;

impl<T: Send + 'static> Request<T> {
    pub(super) fn new(
        client: &Client,
        method: impl Into<Cow<'static, str>>,
        params: impl Serialize,
        read: Read<T>,
    ) -> Self {
        Self::from_params(client, method, object(params), read)
    }

    /// A request whose parameters are written already.
    pub(super) fn from_params(
        client: &Client,
        method: impl Into<Cow<'static, str>>,
        params: Result<String, ClientError>,
        read: Read<T>,
    ) -> Self {
        Self {
            client: client.clone(),
            method: method.into(),
            params,
            options: Options::default(),
            read,
        }
    }

    /// How long it may take; the client's limit (60 s) unless told otherwise. At the end it is
    /// cancelled.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.options.timeout = Some(Some(limit));
        self
    }

    /// It may take for ever.
    pub fn no_timeout(mut self) -> Self {
        self.options.timeout = Some(None);
        self
    }

    /// The time begins again whenever the server reports progress, up to `most` in all.
    pub fn while_progressing(mut self, most: Duration) -> Self {
        self.options.with_progress = Some(most);
        self
    }

    /// Hears of progress, as far as the server reports it. Called between reading messages, so it
    /// must return soon.
    pub fn on_progress(mut self, hear: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.options.on_progress = Some(Arc::new(hear));
        self
    }

    /// A member of `_meta`, such as `traceparent`.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.options.meta.insert(key.into(), value.into());
        self
    }

    /// Sends it now and gives a handle to await its result with. The request goes on when the handle
    /// is dropped.
    ///
    /// Must be called within a tokio runtime.
    pub fn start(self) -> Started<T> {
        Started(tokio::spawn(self.run()))
    }

    async fn run(self) -> Result<T, ClientError> {
        let mut params = self.params?;
        let method = &*self.method;
        let rounds = self.client.rounds();
        for _ in 0..=rounds {
            let core = self.client.core().await?;
            let result = exchange(&core, method, &params, &self.options).await?;
            match Round::of(&core, result.get())? {
                Round::Complete => return (self.read)(result.get()),
                Round::Asks(questions) => {
                    params = questions.answered(&core, &params).await?;
                }
            }
        }
        Err(ClientError::Asked(format!("more than {rounds} times")))
    }
}

impl<T: Send + 'static> IntoFuture for Request<T> {
    type Output = Result<T, ClientError>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<T> fmt::Debug for Request<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("method", &self.method)
            .finish_non_exhaustive()
    }
}

/// A request that was sent; awaiting it gives the result. Dropped, the request goes on.
#[derive(Debug)]
pub struct Started<T>(tokio::task::JoinHandle<Result<T, ClientError>>);

impl<T> Started<T> {
    /// Cancels the request.
    pub fn cancel(self) {
        self.0.abort();
    }
}

impl<T> Future for Started<T> {
    type Output = Result<T, ClientError>;

    fn poll(
        mut self: Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Self::Output> {
        Pin::new(&mut self.0)
            .poll(context)
            .map(|joined| match joined {
                Ok(result) => result,
                Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
                // The runtime is going.
                Err(_) => Err(Closed::here().into()),
            })
    }
}
