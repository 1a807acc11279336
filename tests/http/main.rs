//! Streamable HTTP over real sockets: what a client sees of statuses, headers and streams.

mod access;
mod examples;
mod forms;
mod legacy;
mod limits;
mod listen;
mod modern;
mod mounted;
mod origin;
mod peer;
mod polling;
mod program;
#[path = "../support/programs.rs"]
mod programs;
mod readme;
mod replicas;
mod sessions;
mod streams;
mod visible;

use std::sync::Arc;
use std::time::Duration;

use mcp::Server;
use mcp::transport::http::HttpService;
use tokio::sync::Notify;

pub(crate) use peer::{Request, Response, Site, ids, modern as message, read_until};

/// Adds two integers.
#[mcp::tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Looks up a place.
#[mcp::tool]
fn place(
    #[arg(header = "Region")] region: String,
    #[arg(header = "Floor")] floor: Option<i64>,
) -> String {
    format!("{region} {floor:?}")
}

/// Needs a client that can be asked.
#[mcp::tool(requires(elicitation))]
fn ask() -> String {
    "asked".into()
}

/// What tests see and decide of the calls of `wait`.
#[derive(Default)]
pub(crate) struct Gate {
    pub(crate) entered: Notify,
    pub(crate) open: Notify,
    pub(crate) dropped: Notify,
}

/// Reports progress if it is asked for, then waits until the gate opens.
#[mcp::tool]
async fn wait(ctx: &mcp::Context, gate: &Arc<Gate>) -> &'static str {
    struct Dropped(Arc<Gate>, bool);
    impl Drop for Dropped {
        fn drop(&mut self) {
            if !self.1 {
                self.0.dropped.notify_one();
            }
        }
    }
    let mut dropped = Dropped(Arc::clone(gate), false);
    ctx.progress(1, 2, "waiting");
    gate.entered.notify_one();
    gate.open.notified().await;
    dropped.1 = true;
    "open"
}

/// Works until the gate opens, and lets its client hang up meanwhile.
#[mcp::tool]
async fn work(ctx: &mcp::Context, gate: &Arc<Gate>, close: bool) -> &'static str {
    ctx.progress(1, 3, "begun");
    if close {
        ctx.close_stream(Duration::from_millis(700));
    }
    gate.entered.notify_one();
    gate.open.notified().await;
    ctx.progress(3, 3, "done");
    "worked"
}

/// The settings.
#[mcp::resource("config://app")]
fn config() -> &'static str {
    "on"
}

pub(crate) fn server(gate: &Arc<Gate>) -> Server {
    Server::new("site", "1.0.0")
        .tools(mcp::tools![add, place, ask, wait, work])
        .resources(mcp::resources![config])
        .state(Arc::clone(gate))
}

pub(crate) fn service() -> HttpService {
    server(&Arc::default())
        .into_http_service()
        .expect("a sound server")
}
