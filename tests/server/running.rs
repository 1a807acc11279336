//! How long calls run, and which of them at once.

use crate::{Client, text};
use mcp::{Context, Server};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::Notify;

/// What the tests see of the tools.
#[derive(Default)]
struct Seen {
    dropped: AtomicBool,
    cancelled: Notify,
    finished: Notify,
}

struct Drops<'a>(&'a Seen);

impl Drop for Drops<'_> {
    fn drop(&mut self) {
        self.0.dropped.store(true, Ordering::SeqCst);
    }
}

#[mcp::tool(unlisted, timeout = "20s")]
async fn sleep(seen: &Arc<Seen>, seconds: u64) -> &'static str {
    let _drops = Drops(seen);
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    "slept"
}

/// Holds its thread until it is let go.
#[mcp::tool(unlisted, timeout = "50ms")]
fn hold(ctx: &Context, seen: &Arc<Seen>, release: &Arc<AtomicBool>) {
    while !ctx.is_cancelled() {
        std::thread::yield_now();
    }
    seen.cancelled.notify_one();
    while !release.load(Ordering::SeqCst) {
        std::thread::yield_now();
    }
    seen.finished.notify_one();
}

fn client(calls: usize) -> (Client, Arc<Seen>, Arc<AtomicBool>) {
    let seen = Arc::new(Seen::default());
    let release = Arc::new(AtomicBool::new(false));
    let server = Server::new("demo", "1.0.0")
        .tools(mcp::tools![sleep, hold])
        .state(Arc::clone(&seen))
        .state(Arc::clone(&release))
        .max_calls(calls, calls);
    let client = Client::modern(&server.build().expect("a sound server"));
    (client, seen, release)
}

#[tokio::test(start_paused = true)]
async fn an_async_call_that_takes_too_long_is_dropped_and_answered() {
    let (client, seen, _) = client(8);
    let start = tokio::time::Instant::now();
    let result = client.call("sleep", json!({"seconds": 21})).await;
    assert_eq!(start.elapsed().as_secs(), 20);
    assert_eq!(result["isError"], true);
    assert_eq!(text(&result), "the tool did not finish within 20 s");
    assert!(seen.dropped.load(Ordering::SeqCst));
    assert_eq!(client.connection().in_flight(), 0);
    assert_eq!(client.text("sleep", json!({"seconds": 19})).await, "slept");
}

#[tokio::test]
async fn a_sync_call_that_takes_too_long_is_told_and_still_counted() {
    let (client, seen, release) = client(1);
    let result = client.call("hold", json!({})).await;
    assert_eq!(text(&result), "the tool did not finish within 50 ms");
    seen.cancelled.notified().await;
    let busy = client
        .ask(
            "tools/call",
            json!({"name": "sleep", "arguments": {"seconds": 0}}),
        )
        .await;
    assert_eq!(
        busy["error"]["message"],
        "the server is busy; retry in a moment"
    );
    release.store(true, Ordering::SeqCst);
    seen.finished.notified().await;
}
