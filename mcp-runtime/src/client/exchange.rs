//! One request and its reply: sent, waited for, cancelled.
//!
//! Invariant: a request that nobody waits for any more has left the table, and its server was told.
//!
//! Spec: MCP 2026-07-28, basic/patterns: cancellation, progress.

use super::core::Core;
use super::error::{ClientError, Closed};
use super::params::message;
use super::pending;
use super::request::Progress;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// What may be said of one request.
#[derive(Clone, Default)]
pub(super) struct Options {
    /// `None`: as the client's settings say; `Some(None)`: for ever.
    pub(super) timeout: Option<Option<Duration>>,
    /// The time begins again with each report, up to this in all.
    pub(super) with_progress: Option<Duration>,
    pub(super) on_progress: Option<Arc<dyn Fn(Progress) + Send + Sync>>,
    pub(super) meta: Map<String, Value>,
}

impl Options {
    /// With a limit of its own.
    pub(super) fn limited(limit: Duration) -> Self {
        Self {
            timeout: Some(Some(limit)),
            ..Self::default()
        }
    }
}

/// Sends one request and waits for its reply.
pub(super) async fn exchange(
    core: &Arc<Core>,
    method: &str,
    params: &str,
    options: &Options,
) -> pending::Reply {
    let settings = &core.shared.settings;
    let wants_progress = options.on_progress.is_some() || options.with_progress.is_some();
    let mut ticket = core.pending.begin(wants_progress)?;
    let id = ticket.id;
    let mut waiting = Waiting {
        core,
        id,
        is_told: method == "initialize",
    };
    let text = message(core, id, method, params, options, wants_progress)?;
    let began = Instant::now();
    let limit = options.timeout.unwrap_or(settings.timeout);
    let cap = options.with_progress.map(|most| began + most);
    let until = |limit: Option<Duration>, from: Instant| {
        let end = limit.and_then(|limit| from.checked_add(limit));
        [end, cap].into_iter().flatten().min()
    };
    let mut end = until(limit, began);
    let link = core.link()?;
    let sending = link.send(text);
    tokio::select! {
        biased;
        sent = sending => sent?,
        reply = &mut ticket.reply => return waiting.over(reply),
        () = at(end) => return Err(ClientError::Timeout(began.elapsed())),
    }
    loop {
        tokio::select! {
            biased;
            report = next(&mut ticket.progress) => {
                if options.with_progress.is_some() {
                    end = until(limit, Instant::now());
                }
                if let (Some(hear), Ok(progress)) =
                    (&options.on_progress, serde_json::from_str(report.get()))
                {
                    hear(progress);
                }
            }
            reply = &mut ticket.reply => return waiting.over(reply),
            () = at(end) => return Err(ClientError::Timeout(began.elapsed())),
        }
    }
}

/// Who waits for a reply. Dropped before it came, the request is cancelled.
struct Waiting<'a> {
    core: &'a Core,
    id: u64,
    /// The server need not be told.
    is_told: bool,
}

impl Waiting<'_> {
    fn over(
        &mut self,
        reply: Result<pending::Reply, tokio::sync::oneshot::error::RecvError>,
    ) -> pending::Reply {
        self.is_told = true;
        reply.unwrap_or_else(|_| Err(Closed::here().into()))
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if !self.core.pending.forget(self.id) || self.is_told {
            return;
        }
        let Ok(link) = self.core.link() else {
            return;
        };
        link.send_soon(format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{}}}}}"#,
            self.id
        ));
    }
}

async fn next(
    progress: &mut Option<tokio::sync::mpsc::UnboundedReceiver<Box<RawValue>>>,
) -> Box<RawValue> {
    let report = match progress {
        Some(progress) => progress.recv().await,
        None => None,
    };
    match report {
        Some(report) => report,
        None => std::future::pending().await,
    }
}

async fn at(end: Option<Instant>) {
    match end {
        Some(end) => sleep_until(end).await,
        None => std::future::pending().await,
    }
}
