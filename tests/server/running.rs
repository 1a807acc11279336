//! How long calls run, and which of them at once.

use crate::{Client, text};
use mcp::server::Answer;
use mcp::{Context, Server, Service};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
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

/// What [`queue`] and [`queue_sync`] note.
#[derive(Default)]
struct Queue {
    inside: AtomicUsize,
    order: Mutex<Vec<i64>>,
}

impl Queue {
    fn enter(&self, n: i64) {
        assert_eq!(self.inside.fetch_add(1, Ordering::SeqCst), 0);
        self.order.lock().expect("no panic").push(n);
    }

    fn leave(&self) {
        self.inside.fetch_sub(1, Ordering::SeqCst);
    }
}

struct Leaves<'a>(&'a Queue);

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        self.0.leave();
    }
}

#[mcp::tool(unlisted, sequential, timeout = "10s")]
async fn queue(queue: &Arc<Queue>, n: i64) -> String {
    queue.enter(n);
    let _leaves = Leaves(queue);
    tokio::time::sleep(Duration::from_secs(1)).await;
    format!("{n}")
}

/// Leaves only when it is let go, also when it was cancelled.
#[mcp::tool(unlisted, sequential)]
fn queue_sync(queue: &Arc<Queue>, release: &Arc<AtomicBool>, n: i64) {
    queue.enter(n);
    while !release.load(Ordering::SeqCst) {
        std::thread::yield_now();
    }
    queue.leave();
}

fn sequential() -> (Service, Arc<Queue>, Arc<AtomicBool>) {
    let queued = Arc::new(Queue::default());
    let release = Arc::new(AtomicBool::new(false));
    let server = Server::new("demo", "1.0.0")
        .tools(mcp::tools![queue, queue_sync])
        .mount("again", mcp::tools![queue])
        .state(Arc::clone(&queued))
        .state(Arc::clone(&release));
    (server.build().expect("a sound server"), queued, release)
}

fn start(client: &Client, id: i64, tool: &str) -> Answer {
    client.start(
        id,
        "tools/call",
        json!({"name": tool, "arguments": {"n": id}}),
    )
}

async fn answer(answer: Answer) -> Option<Value> {
    let Answer::Later(answer) = answer else {
        panic!("the call takes time: {answer:?}")
    };
    let answer = answer.await?;
    Some(serde_json::from_slice(&answer).expect("JSON"))
}

fn cancel(client: &Client, id: i64) {
    let message =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
    client
        .connection()
        .receive(message.to_string().into_bytes());
}

#[tokio::test(start_paused = true)]
async fn calls_of_a_sequential_tool_are_made_one_by_one_as_they_came() {
    let (service, queue, _) = sequential();
    let (one, other) = (Client::modern(&service), Client::modern(&service));
    let calls = [
        start(&one, 1, "queue"),
        start(&other, 2, "queue"),
        start(&one, 3, "again__queue"),
        start(&other, 4, "queue"),
    ];
    // polled in another order than they came in
    let mut tasks: Vec<_> = calls
        .into_iter()
        .rev()
        .map(|call| tokio::spawn(answer(call)))
        .collect();
    tokio::time::sleep(Duration::from_millis(500)).await;
    cancel(&other, 2);
    let cancelled = tasks.remove(2).await.expect("no panic");
    assert_eq!(cancelled, None, "one that waits can be cancelled");
    for task in tasks {
        let answer = task.await.expect("no panic").expect("an answer");
        assert_eq!(text(&answer["result"]), answer["id"].to_string());
    }
    assert_eq!(*queue.order.lock().expect("no panic"), [1, 3, 4]);
}

#[tokio::test(start_paused = true)]
async fn a_call_that_waits_too_long_ends_as_well() {
    let (service, queue, _) = sequential();
    let client = Client::modern(&service);
    let calls: Vec<_> = (0..12)
        .map(|id| tokio::spawn(answer(start(&client, id, "queue"))))
        .collect();
    let mut late = 0;
    for call in calls {
        let answer = call.await.expect("no panic").expect("an answer");
        late += usize::from(answer["result"]["isError"] == true);
    }
    assert!((2..=3).contains(&late), "{late} of twelve");
    assert_eq!(queue.inside.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_cancelled_sync_call_has_its_turn_until_it_returns() {
    let (service, queue, release) = sequential();
    let client = Client::modern(&service);
    let first = tokio::spawn(answer(start(&client, 1, "queue_sync")));
    let second = tokio::spawn(answer(start(&client, 2, "queue_sync")));
    while queue.inside.load(Ordering::SeqCst) == 0 {
        tokio::task::yield_now().await;
    }
    cancel(&client, 1);
    assert_eq!(first.await.expect("no panic"), None);
    assert!(!second.is_finished());
    release.store(true, Ordering::SeqCst);
    assert!(second.await.expect("no panic").is_some());
    assert_eq!(*queue.order.lock().expect("no panic"), [1, 2]);
}

#[mcp::tool(unlisted, blocking)]
fn on_a_thread() -> bool {
    // the threads of this runtime are those that may block
    std::thread::current().name() != Some("running::a_blocking_tool_runs_on_a_thread_of_its_own")
}

#[tokio::test]
async fn a_blocking_tool_runs_on_a_thread_of_its_own() {
    let server = Server::new("demo", "1.0.0").tools(mcp::tools![on_a_thread]);
    let client = Client::modern(&server.build().expect("a sound server"));
    assert_eq!(client.text("on_a_thread", json!({})).await, "true");
}

#[tokio::test(start_paused = true)]
async fn a_tool_made_at_run_time_may_have_a_time_limit() {
    let tool = mcp::Tool::dynamic("wait", "", mcp::ObjectSchema::new(), async |_, _| {
        tokio::time::sleep(Duration::from_secs(60)).await;
        Ok::<_, String>("waited")
    });
    let server = Server::new("demo", "1.0.0").tool(tool.timeout(Duration::from_secs(2)));
    let client = Client::modern(&server.build().expect("a sound server"));
    let result = client.call("wait", json!({})).await;
    assert_eq!(result["isError"], true);
    assert_eq!(text(&result), "the tool did not finish within 2 s");
}
