//! Calls in flight: order, cancellation, ids in use, limits, panics.

use crate::{Client, text};
use mcp::server::Answer;
use mcp::{Context, Server, Service, ToolResult};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;
use tokio::sync::{Notify, Semaphore};

/// What the tests hold the tools by.
#[derive(Default)]
struct Gate {
    open: Notify,
    entered: Notify,
    left: Arc<Notify>,
}

struct Left(Arc<Notify>);

impl Drop for Left {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

/// Waits for the gate.
#[mcp::tool(unlisted)]
async fn wait(gate: &Arc<Gate>) -> &'static str {
    let _left = Left(Arc::clone(&gate.left));
    gate.entered.notify_one();
    gate.open.notified().await;
    "through"
}

/// Waits on a thread until it is cancelled.
#[mcp::tool(unlisted)]
fn block(ctx: &Context, gate: &Arc<Gate>) {
    let _left = Left(Arc::clone(&gate.left));
    gate.entered.notify_one();
    while !ctx.is_cancelled() {
        std::thread::yield_now();
    }
}

/// Holds its thread until it is let go, whoever cancels it.
#[mcp::tool(unlisted)]
fn stubborn(hold: &Arc<Hold>) {
    hold.entered.notify_one();
    let _ = hold.release.lock().expect("no panic").recv();
}

/// What [`stubborn`] waits for.
struct Hold {
    entered: Notify,
    release: Mutex<mpsc::Receiver<()>>,
}

/// Gives its argument back.
#[mcp::tool(unlisted)]
fn echo(text: String) -> String {
    text
}

/// Panics at once.
#[mcp::tool(unlisted)]
fn boom() -> String {
    panic!("secret /home/u/key")
}

/// Panics where the message was read.
#[mcp::tool(unlisted, inline)]
fn boom_inline() -> String {
    panic!("secret /home/u/key")
}

/// Panics after it has waited.
#[mcp::tool(unlisted)]
async fn boom_later() -> String {
    tokio::task::yield_now().await;
    panic!("secret /home/u/key")
}

/// Panics when the future is dropped.
#[mcp::tool(unlisted)]
async fn boom_in_drop() -> String {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("secret /home/u/key")
        }
    }
    let _bomb = Bomb;
    tokio::task::yield_now().await;
    "done".to_owned()
}

#[derive(schemars::JsonSchema)]
struct Fragile;

impl<'de> Deserialize<'de> for Fragile {
    fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        panic!("secret /home/u/key")
    }
}

/// Panics while its argument is read.
#[mcp::tool(unlisted)]
fn boom_decoding(_x: Fragile) {}

fn server() -> (Server, Arc<Gate>) {
    let gate = Arc::new(Gate::default());
    let tools = mcp::tools![
        wait,
        block,
        echo,
        boom,
        boom_inline,
        boom_later,
        boom_in_drop,
        boom_decoding
    ];
    (
        Server::new("demo", "1.0.0")
            .tools(tools)
            .state(Arc::clone(&gate)),
        gate,
    )
}

fn service() -> (Service, Arc<Gate>) {
    let (server, gate) = server();
    (server.build().expect("a sound server"), gate)
}

fn call(client: &Client, id: i64, tool: &str, arguments: Value) -> Answer {
    client.start(
        id,
        "tools/call",
        json!({"name": tool, "arguments": arguments}),
    )
}

/// The answer that comes in time, in another task.
fn later(answer: Answer) -> tokio::task::JoinHandle<Option<Value>> {
    let Answer::Later(answer) = answer else {
        panic!("the call takes time: {answer:?}")
    };
    tokio::spawn(async move {
        answer
            .await
            .map(|answer| serde_json::from_slice(&answer).expect("JSON"))
    })
}

/// The answer that was ready at once.
fn now(answer: Answer) -> Value {
    let Answer::Now(answer) = answer else {
        panic!("the answer is ready: {answer:?}")
    };
    serde_json::from_slice(&answer).expect("JSON")
}

fn cancel(client: &Client, id: Value) {
    let message = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id, "reason": "enough"}});
    assert!(matches!(
        client
            .connection()
            .receive(message.to_string().into_bytes()),
        Answer::None
    ));
}

#[tokio::test]
async fn a_quick_call_overtakes_a_slow_one() {
    let (service, gate) = service();
    let client = Client::modern(&service);
    let slow = later(call(&client, 1, "wait", json!({})));
    gate.entered.notified().await;
    assert_eq!(client.connection().in_flight(), 1);
    let quick = later(call(&client, 2, "echo", json!({"text": "x"})))
        .await
        .expect("no panic");
    assert_eq!(quick.expect("an answer")["id"], 2);
    gate.open.notify_one();
    let slow = slow.await.expect("no panic").expect("an answer");
    assert_eq!(
        (&slow["id"], text(&slow["result"])),
        (&json!(1), "through".to_owned())
    );
    assert_eq!(client.connection().in_flight(), 0);
}

#[tokio::test]
async fn a_cancelled_call_is_dropped_and_never_answered() {
    let (service, gate) = service();
    for id in [0, 1] {
        let client = Client::modern(&service);
        let slow = later(call(&client, id, "wait", json!({})));
        gate.entered.notified().await;
        cancel(&client, json!(id));
        gate.left.notified().await;
        assert_eq!(slow.await.expect("no panic"), None);
        assert_eq!(client.connection().in_flight(), 0);
    }
}

#[tokio::test]
async fn a_sync_tool_sees_that_it_was_cancelled() {
    let (service, gate) = service();
    let client = Client::modern(&service);
    let slow = later(call(&client, 1, "block", json!({})));
    gate.entered.notified().await;
    cancel(&client, json!(1));
    gate.left.notified().await;
    assert_eq!(slow.await.expect("no panic"), None);
}

#[tokio::test]
async fn an_id_is_free_as_soon_as_its_call_is_cancelled() {
    let (service, gate) = service();
    let client = Client::modern(&service);
    let slow = later(call(&client, 1, "wait", json!({})));
    gate.entered.notified().await;
    cancel(&client, json!(1));
    let again = later(call(&client, 1, "echo", json!({"text": "x"})));
    assert_eq!(slow.await.expect("no panic"), None);
    let again = again.await.expect("no panic").expect("an answer");
    assert_eq!(text(&again["result"]), "x");
}

#[tokio::test]
async fn a_thread_that_goes_on_after_a_cancellation_still_counts() {
    let (release, receiver) = mpsc::channel();
    let hold = Arc::new(Hold {
        entered: Notify::new(),
        release: Mutex::new(receiver),
    });
    let server = Server::new("demo", "1.0.0")
        .tools(mcp::tools![stubborn, echo])
        .state(Arc::clone(&hold))
        .max_calls(1, 10);
    let client = Client::modern(&server.build().expect("a sound server"));
    let slow = later(call(&client, 1, "stubborn", json!({})));
    hold.entered.notified().await;
    cancel(&client, json!(1));
    assert_eq!(slow.await.expect("no panic"), None);
    let refused = now(call(&client, 2, "echo", json!({"text": "x"})));
    assert_eq!(refused["error"]["code"], -32603, "{refused}");
    release.send(()).expect("the thread waits");
    // The thread ends when it likes; until then the answer stays the same.
    let mut answer = refused;
    while answer.get("error").is_some() {
        tokio::task::yield_now().await;
        answer = match call(&client, 2, "echo", json!({"text": "x"})) {
            Answer::Now(answer) => serde_json::from_slice(&answer).expect("JSON"),
            waiting => later(waiting).await.expect("no panic").expect("an answer"),
        };
    }
    assert_eq!(text(&answer["result"]), "x");
}

/// Counts how often it ran.
#[mcp::tool(unlisted)]
fn counted(count: &Arc<AtomicUsize>) {
    count.fetch_add(1, Ordering::Relaxed);
}

#[test]
fn a_sync_call_that_is_cancelled_before_it_has_a_thread_never_runs() {
    let one_thread = tokio::runtime::Builder::new_current_thread()
        .max_blocking_threads(1)
        .build()
        .expect("a runtime");
    let (release, receiver) = mpsc::channel();
    let hold = Arc::new(Hold {
        entered: Notify::new(),
        release: Mutex::new(receiver),
    });
    let count = Arc::new(AtomicUsize::new(0));
    let server = Server::new("demo", "1.0.0")
        .tools(mcp::tools![stubborn, counted])
        .state(Arc::clone(&hold))
        .state(Arc::clone(&count));
    let client = Client::modern(&server.build().expect("a sound server"));
    one_thread.block_on(async {
        let first = later(call(&client, 1, "stubborn", json!({})));
        hold.entered.notified().await;
        let second = later(call(&client, 2, "counted", json!({})));
        tokio::task::yield_now().await;
        cancel(&client, json!(2));
        assert_eq!(second.await.expect("no panic"), None);
        release.send(()).expect("the thread waits");
        assert!(first.await.expect("no panic").is_some());
        let third = later(call(&client, 3, "counted", json!({})));
        assert!(third.await.expect("no panic").is_some());
    });
    assert_eq!(count.load(Ordering::Relaxed), 1, "only the third call ran");
}

#[tokio::test]
async fn a_cancellation_reaches_its_own_connection_only() {
    let (service, gate) = service();
    let (mine, other) = (Client::modern(&service), Client::modern(&service));
    let slow = later(call(&mine, 1, "wait", json!({})));
    gate.entered.notified().await;
    cancel(&other, json!(1));
    cancel(&mine, json!("1"));
    cancel(&mine, json!(2));
    gate.open.notify_one();
    assert!(slow.await.expect("no panic").is_some());
}

#[tokio::test]
async fn closing_a_connection_cancels_what_is_in_flight() {
    let (service, gate) = service();
    let client = Client::modern(&service);
    let slow = later(call(&client, 1, "wait", json!({})));
    gate.entered.notified().await;
    client.connection().close();
    assert_eq!(slow.await.expect("no panic"), None);
    gate.left.notified().await;
}

#[tokio::test]
async fn dropping_the_answer_ends_the_call() {
    let (service, gate) = service();
    let client = Client::modern(&service);
    let slow = later(call(&client, 1, "wait", json!({})));
    gate.entered.notified().await;
    slow.abort();
    gate.left.notified().await;
    assert!(slow.await.is_err());
    assert_eq!(client.connection().in_flight(), 0);
}

#[tokio::test]
async fn an_id_in_use_is_refused_at_once_and_may_be_used_again_later() {
    let (service, gate) = service();
    let client = Client::modern(&service);
    let slow = later(call(&client, 1, "wait", json!({})));
    gate.entered.notified().await;
    for again in [
        call(&client, 1, "echo", json!({"text": "x"})),
        client.start(1, "tools/list", json!({})),
    ] {
        let again = now(again);
        assert_eq!(
            (&again["id"], &again["error"]["code"]),
            (&json!(1), &json!(-32600))
        );
    }
    gate.open.notify_one();
    assert!(slow.await.expect("no panic").expect("an answer")["result"].is_object());
    let third = later(call(&client, 1, "echo", json!({"text": "x"})))
        .await
        .expect("no panic");
    assert!(third.expect("an answer")["result"].is_object());
}

#[tokio::test]
async fn calls_over_the_limit_are_told_to_retry_while_control_goes_on() {
    let (server, gate) = server();
    let service = server.max_calls(2, 3).build().expect("a sound server");
    let (client, other) = (Client::modern(&service), Client::modern(&service));
    let mut waiting = Vec::new();
    for id in [1, 2] {
        waiting.push(later(call(&client, id, "wait", json!({}))));
        gate.entered.notified().await;
    }
    let refused = now(call(&client, 3, "wait", json!({})));
    assert_eq!(refused["error"]["code"], -32603);
    assert!(
        refused["error"]["data"]["retryAfterMs"]
            .as_u64()
            .is_some_and(|ms| ms > 0),
        "{refused}"
    );
    assert!(now(client.start(4, "tools/list", json!({})))["result"].is_object());

    waiting.push(later(call(&other, 1, "wait", json!({}))));
    gate.entered.notified().await;
    let refused = now(call(&other, 2, "wait", json!({})));
    assert_eq!(refused["error"]["code"], -32603, "the whole server is full");

    cancel(&client, json!(1));
    gate.left.notified().await;
    assert_eq!(waiting.remove(0).await.expect("no panic"), None);
    waiting.push(later(call(&other, 3, "wait", json!({}))));
    gate.entered.notified().await;
    client.connection().close();
    other.connection().close();
    for call in waiting {
        assert_eq!(call.await.expect("no panic"), None);
    }
}

#[tokio::test]
async fn a_panic_is_an_error_result_without_its_text() {
    let (service, _) = service();
    let client = Client::modern(&service);
    let cases = [
        ("boom", json!({})),
        ("boom_inline", json!({})),
        ("boom_later", json!({})),
        ("boom_in_drop", json!({})),
        ("boom_decoding", json!({"_1": 1})),
    ];
    for (tool, arguments) in cases {
        let result = client.call(tool, arguments).await;
        assert_eq!(result["isError"], true, "{tool}");
        assert_eq!(text(&result), "the tool failed", "{tool}");
        assert_eq!(
            client.text("echo", json!({"text": "alive"})).await,
            "alive",
            "after {tool}"
        );
    }
    assert_eq!(client.connection().in_flight(), 0);
}

#[tokio::test]
async fn a_panic_in_a_cancelled_future_stays_there() {
    let (service, _) = service();
    let client = Client::modern(&service);
    let Answer::Later(mut answer) = call(&client, 1, "boom_in_drop", json!({})) else {
        panic!("an async tool");
    };
    let polled =
        std::future::poll_fn(|cx| std::task::Poll::Ready(answer.as_mut().poll(cx).is_pending()));
    assert!(polled.await, "the tool waits once");
    drop(answer);
    assert_eq!(client.text("echo", json!({"text": "alive"})).await, "alive");
}

/// Takes a place in a queue of one.
#[mcp::tool(unlisted)]
async fn locked(lock: &Semaphore) -> ToolResult {
    let _place = lock.acquire().await.expect("never closed");
    tokio::time::sleep(Duration::from_secs(1)).await;
    ToolResult::new().text("done")
}

#[tokio::test(start_paused = true)]
async fn five_hundred_calls_cancelled_at_any_time_leave_nothing_behind() {
    let server = Server::new("demo", "1.0.0")
        .tools(mcp::tools![locked])
        .state(Semaphore::new(3));
    let client = Client::modern(&server.build().expect("a sound server"));
    let calls: Vec<_> = (0..500)
        .map(|id| later(call(&client, id, "locked", json!({}))))
        .collect();
    for id in 0..500 {
        if id % 3 != 0 {
            tokio::time::sleep(Duration::from_millis(id % 7)).await;
            cancel(&client, json!(id));
        }
    }
    for (id, call) in calls.into_iter().enumerate() {
        let answer = call.await.expect("no panic");
        if id % 3 == 0 {
            assert_eq!(answer.expect("not cancelled")["id"], id);
        }
    }
    assert_eq!(client.connection().in_flight(), 0);
}
