//! Progress of calls: what goes out beside an answer, and never after it (STD-15, STD-26 and CAN-05
//! without a transport).

use crate::{Client, LEGACY, text};
use mcp::server::{Answer, Frames, Outlet};
use mcp::{Context, Server, Service};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep};

/// Reports each of the numbers, with a pause after each.
#[mcp::tool(unlisted)]
async fn count(ctx: &Context, numbers: Vec<f64>, pause_ms: u64) -> &'static str {
    for number in numbers {
        ctx.progress(number, 10.0, format!("at {number}"));
        sleep(Duration::from_millis(pause_ms)).await;
    }
    "counted"
}

/// Says nothing for a second after two reports.
#[mcp::tool(unlisted)]
async fn burst(ctx: &Context) {
    ctx.progress(1, None, None);
    ctx.progress(2, None, None);
    sleep(Duration::from_secs(1)).await;
}

/// Reports where the message was read.
#[mcp::tool(unlisted, inline)]
fn at_once(ctx: &Context) {
    ctx.progress(1_u8, Some(2), Some("half"));
    ctx.progress(2_u8, 2, "all");
}

/// Reports on a thread that may block.
#[mcp::tool(unlisted)]
fn on_a_thread(ctx: &Context) {
    for done in 0..1000_usize {
        ctx.progress(done, 1000, None);
    }
}

/// Reports what is no progress.
#[mcp::tool(unlisted)]
async fn odd(ctx: &Context) {
    for done in [
        f64::NAN,
        1.0,
        f64::INFINITY,
        1.0,
        0.5,
        f64::NEG_INFINITY,
        -3.0,
        2.0,
    ] {
        ctx.progress(done, f64::INFINITY, None);
        sleep(Duration::from_millis(20)).await;
    }
}

/// After this nothing is held back.
const GAP: Duration = Duration::from_millis(25);

/// What goes on when the calls have ended.
#[derive(Default)]
struct Left {
    go: Notify,
    gone: Notify,
}

/// Leaves a task behind that reports when it is told to, and waits or returns.
#[mcp::tool(unlisted)]
async fn leave(ctx: &Context, left: &Arc<Left>, stay: bool) {
    let (ctx, left) = (ctx.clone(), Arc::clone(left));
    ctx.progress(1, None, None);
    tokio::spawn({
        let ctx = ctx.clone();
        async move {
            left.go.notified().await;
            ctx.progress(2, None, None);
            left.gone.notify_one();
        }
    });
    if stay {
        ctx.cancelled().await;
    }
}

/// Reports after its time is over.
#[mcp::tool(unlisted, timeout = "50ms")]
fn too_late(ctx: &Context, left: &Arc<Left>, ended: &Arc<AtomicBool>) {
    ctx.progress(1, 2, None);
    while !ended.load(Ordering::SeqCst) {
        std::thread::yield_now();
    }
    ctx.progress(2, 2, None);
    left.gone.notify_one();
}

/// Lets the threads go, however a test ends.
struct Ends(Arc<AtomicBool>);

impl Drop for Ends {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

fn service() -> (Service, Arc<Left>, Ends) {
    let (left, ended) = (Arc::new(Left::default()), Arc::new(AtomicBool::new(false)));
    let server = Server::new("demo", "1.0.0")
        .tools(mcp::tools![
            count,
            burst,
            at_once,
            on_a_thread,
            odd,
            leave,
            too_late,
            race
        ])
        .state(Arc::clone(&left))
        .state(Arc::clone(&ended));
    (server.build().expect("a sound server"), left, Ends(ended))
}

/// A call with a token as `client` writes it.
fn call(client: &Client, token: &Value, tool: &str, arguments: Value) -> Vec<u8> {
    let params = json!({"name": tool, "arguments": arguments});
    let mut request = client.request(7, "tools/call", params);
    request["params"]["_meta"]["progressToken"] = token.clone();
    request.to_string().into_bytes()
}

/// The params of a frame, which must be progress.
pub(crate) fn progress(frame: &[u8]) -> Value {
    let frame: Value = serde_json::from_slice(frame).expect("JSON");
    assert_eq!(frame["jsonrpc"], "2.0");
    assert_eq!(frame["method"], "notifications/progress", "{frame}");
    assert_eq!(frame.get("id"), None);
    frame["params"].clone()
}

pub(crate) fn taken(frames: &mut Frames) -> Vec<Value> {
    std::iter::from_fn(|| frames.take())
        .map(|frame| progress(&frame))
        .collect()
}

fn numbers(reports: &[Value]) -> Vec<f64> {
    let number = |report: &Value| report["progress"].as_f64().expect("a number");
    reports.iter().map(number).collect()
}

async fn answer(answer: Answer) -> Value {
    let frame = match answer {
        Answer::Now(frame) => frame,
        Answer::Later(later) => later.await.expect("an answer"),
        Answer::None => panic!("an answer is owed"),
    };
    serde_json::from_slice(&frame).expect("JSON")
}

/// The reports of a call with the token `"t"`, and its answer.
async fn reports(client: &Client, tool: &str, arguments: Value) -> (Vec<Value>, Value) {
    let (outlet, mut frames) = Outlet::channel(1000);
    let message = call(client, &json!("t"), tool, arguments);
    let answer = answer(client.connection().receive_with(message, &outlet)).await;
    (taken(&mut frames), answer)
}

#[tokio::test(start_paused = true)]
async fn the_token_comes_back_as_it_was_sent_in_every_revision() {
    let (service, ..) = service();
    let mut clients = vec![Client::modern(&service)];
    for version in LEGACY {
        clients.push(Client::legacy(&service, version).await);
    }
    for client in clients {
        for token in [
            "7",
            r#""7""#,
            "0",
            r#""""#,
            "-1",
            r#""\u0061""#,
            "9007199254740993",
        ] {
            let (outlet, mut frames) = Outlet::channel(10);
            let arguments = json!({"numbers": [0.5], "pause_ms": 0});
            let message = call(&client, &json!("TOKEN"), "count", arguments);
            let message = String::from_utf8(message).expect("text");
            let message = message.replace(r#""TOKEN""#, token).into_bytes();
            answer(client.connection().receive_with(message, &outlet)).await;
            let frame = String::from_utf8(frames.take().expect("progress")).expect("text");
            assert!(
                frame.contains(&format!(
                    r#""params":{{"progressToken":{token},"progress":0.5,"total":10"#
                )),
                "{frame}"
            );
            assert_eq!(frames.take(), None);
        }
    }
}

#[tokio::test]
async fn a_token_that_is_neither_a_string_nor_an_integer_is_an_error() {
    let (service, ..) = service();
    let old = Client::legacy(&service, "2025-06-18").await;
    for client in [Client::modern(&service), old] {
        for token in [json!(1.5), json!({}), json!(true), json!(["t"])] {
            let message = call(&client, &token, "at_once", json!({}));
            let answer = answer(client.connection().receive(message)).await;
            assert_eq!(
                answer["error"],
                json!({"code": -32602,
                    "message": "`progressToken` in `_meta` must be a string or an integer"})
            );
        }
        let message = call(&client, &Value::Null, "at_once", json!({}));
        let answer = answer(client.connection().receive(message)).await;
        assert!(answer["result"].is_object(), "{answer}");
    }
}

#[tokio::test(start_paused = true)]
async fn messages_are_for_the_revisions_that_know_them() {
    let (service, ..) = service();
    let arguments = json!({"numbers": [1.0], "pause_ms": 0});
    for version in LEGACY {
        let client = Client::legacy(&service, version).await;
        let (reports, _) = reports(&client, "count", arguments.clone()).await;
        let mut expected = json!({"progressToken": "t", "progress": 1, "total": 10});
        if version != "2024-11-05" {
            expected["message"] = json!("at 1");
        }
        assert_eq!(reports, [expected], "{version}");
    }
}

#[tokio::test(start_paused = true)]
async fn nothing_is_sent_to_callers_that_did_not_ask() {
    let (service, ..) = service();
    let client = Client::modern(&service);
    let (outlet, mut frames) = Outlet::channel(10);
    let arguments = json!({"numbers": [1.0, 2.0], "pause_ms": 100});
    let params = json!({"name": "count", "arguments": arguments});
    let message = client.request(1, "tools/call", params).to_string();
    let answer = answer(
        client
            .connection()
            .receive_with(message.into_bytes(), &outlet),
    )
    .await;
    assert_eq!(text(&answer["result"]), "counted");
    assert_eq!(frames.take(), None);
}

#[tokio::test(start_paused = true)]
async fn without_an_outlet_progress_is_dropped() {
    let (service, ..) = service();
    let client = Client::modern(&service);
    let message = call(&client, &json!("t"), "burst", json!({}));
    let answer = service.handle(message).await.expect("an answer");
    assert!(String::from_utf8_lossy(&answer).contains("result"));
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_reports_slowly_is_heard_each_time() {
    let (service, ..) = service();
    let arguments = json!({"numbers": [0.0, 1.5, 2.0], "pause_ms": 20});
    let (reports, _) = reports(&Client::modern(&service), "count", arguments).await;
    assert_eq!(numbers(&reports), [0.0, 1.5, 2.0]);
}

#[tokio::test(start_paused = true)]
async fn at_most_fifty_reports_a_second_go_out_and_the_newest_is_among_them() {
    let (service, ..) = service();
    let all: Vec<f64> = (0..1000).map(f64::from).collect();
    let arguments = json!({"numbers": all, "pause_ms": 1});
    let (reports, _) = reports(&Client::modern(&service), "count", arguments).await;
    let sent = numbers(&reports);
    assert!((45..=51).contains(&sent.len()), "{} reports", sent.len());
    assert_eq!((sent[0], sent[sent.len() - 1]), (0.0, 999.0));
    assert!(sent.is_sorted_by(|a, b| a < b), "{sent:?}");
}

#[tokio::test(start_paused = true)]
async fn a_report_that_was_held_back_goes_out_while_the_tool_is_silent() {
    let (service, ..) = service();
    let client = Client::modern(&service);
    let (outlet, mut frames) = Outlet::channel(10);
    let start = Instant::now();
    let message = call(&client, &json!(1), "burst", json!({}));
    let running = client.connection().receive_with(message, &outlet);
    let running = tokio::spawn(answer(running));
    assert_eq!(progress(&frames.next().await)["progress"], 1);
    assert_eq!(start.elapsed(), Duration::ZERO);
    assert_eq!(progress(&frames.next().await)["progress"], 2);
    assert!(
        start.elapsed() < Duration::from_millis(30),
        "{:?}",
        start.elapsed()
    );
    running.await.expect("no panic");
    assert_eq!(frames.take(), None);
}

#[tokio::test]
async fn an_inline_tool_has_its_reports_out_before_its_answer() {
    let (service, ..) = service();
    let client = Client::modern(&service);
    let (outlet, mut frames) = Outlet::channel(10);
    let message = call(&client, &json!(1), "at_once", json!({}));
    let answer = client.connection().receive_with(message, &outlet);
    assert!(matches!(answer, Answer::Now(_)), "{answer:?}");
    assert_eq!(
        taken(&mut frames),
        [
            json!({"progressToken": 1, "progress": 1, "total": 2, "message": "half"}),
            json!({"progressToken": 1, "progress": 2, "total": 2, "message": "all"}),
        ]
    );
}

#[tokio::test]
async fn a_tool_on_a_thread_reports_its_first_and_its_last() {
    let (service, ..) = service();
    let (reports, _) = reports(&Client::modern(&service), "on_a_thread", json!({})).await;
    let sent = numbers(&reports);
    assert_eq!((sent[0], sent[sent.len() - 1]), (0.0, 999.0));
    assert!(sent.is_sorted_by(|a, b| a < b), "{sent:?}");
}

#[tokio::test(start_paused = true)]
async fn what_is_no_progress_is_dropped() {
    let (service, ..) = service();
    let (reports, answer) = reports(&Client::modern(&service), "odd", json!({})).await;
    assert_eq!(answer.get("error"), None);
    assert_eq!(
        reports,
        [
            json!({"progressToken": "t", "progress": 1}),
            json!({"progressToken": "t", "progress": 2}),
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn nothing_goes_out_after_the_answer() {
    let (service, left, _) = service();
    let (outlet, mut frames) = Outlet::channel(10);
    let client = Client::modern(&service);
    let message = call(&client, &json!("t"), "leave", json!({"stay": false}));
    answer(client.connection().receive_with(message, &outlet)).await;
    assert_eq!(numbers(&taken(&mut frames)), [1.0]);
    sleep(GAP).await;
    left.go.notify_one();
    left.gone.notified().await;
    assert_eq!(frames.take(), None);
}

#[tokio::test(start_paused = true)]
async fn nothing_goes_out_after_a_cancellation() {
    let (service, left, _) = service();
    let (outlet, mut frames) = Outlet::channel(10);
    let client = Client::modern(&service);
    let message = call(&client, &json!("t"), "leave", json!({"stay": true}));
    let Answer::Later(running) = client.connection().receive_with(message, &outlet) else {
        panic!("the call takes time")
    };
    let running = tokio::spawn(running);
    assert_eq!(progress(&frames.next().await)["progress"], 1);
    client
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}))
        .await;
    sleep(GAP).await;
    left.go.notify_one();
    left.gone.notified().await;
    assert_eq!(running.await.expect("no panic"), None);
    assert_eq!(frames.take(), None);
}

/// Returns while a task of its own reports.
#[mcp::tool(unlisted)]
async fn race(ctx: &Context, left: &Arc<Left>) {
    let (ctx, left) = (ctx.clone(), Arc::clone(left));
    tokio::spawn(async move {
        for done in 0..20 {
            ctx.progress(done, 20, None);
            tokio::task::yield_now().await;
        }
        left.gone.notify_one();
    });
    tokio::task::yield_now().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_reports_while_the_call_ends_is_heard_before_the_answer_or_not_at_all() {
    let (service, left, _) = service();
    let client = Client::modern(&service);
    let mut heard = 0;
    for _ in 0..500 {
        let (outlet, mut frames) = Outlet::channel(100);
        let message = call(&client, &json!("t"), "race", json!({}));
        let running = client.connection().receive_with(message, &outlet);
        tokio::spawn(answer(running)).await.expect("no panic");
        heard += taken(&mut frames).len();
        left.gone.notified().await;
        assert_eq!(frames.take(), None);
    }
    assert!(heard > 0);
}

#[tokio::test(start_paused = true)]
async fn a_call_with_the_id_of_one_that_has_ended_is_another_call() {
    let (service, left, _) = service();
    let (outlet, mut frames) = Outlet::channel(10);
    let client = Client::modern(&service);
    let message = call(&client, &json!("first"), "leave", json!({"stay": false}));
    answer(client.connection().receive_with(message, &outlet)).await;
    let message = call(&client, &json!("second"), "leave", json!({"stay": true}));
    let Answer::Later(running) = client.connection().receive_with(message, &outlet) else {
        panic!("the call takes time")
    };
    let running = tokio::spawn(running);
    assert_eq!(progress(&frames.next().await)["progressToken"], "first");
    assert_eq!(progress(&frames.next().await)["progressToken"], "second");
    // the one that was left behind first is told first
    sleep(GAP).await;
    left.go.notify_one();
    left.gone.notified().await;
    assert_eq!(frames.take(), None);
    running.abort();
}

#[tokio::test]
async fn a_sync_tool_whose_time_is_over_is_not_heard_any_more() {
    let (service, left, ended) = service();
    let (reports, answer) = reports(&Client::modern(&service), "too_late", json!({})).await;
    assert_eq!(answer["result"]["isError"], true);
    assert_eq!(numbers(&reports), [1.0]);
    drop(ended);
    left.gone.notified().await;
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_read_gets_the_newest_later() {
    let (service, ..) = service();
    let client = Client::modern(&service);
    let (outlet, mut frames) = Outlet::channel(2);
    let all: Vec<f64> = (0..20).map(f64::from).collect();
    let arguments = json!({"numbers": all, "pause_ms": 100});
    let message = call(&client, &json!("t"), "count", arguments);
    let running = tokio::spawn(answer(client.connection().receive_with(message, &outlet)));
    sleep(Duration::from_millis(1050)).await;
    assert_eq!(numbers(&taken(&mut frames)), [0.0, 1.0]);
    running.await.expect("no panic");
    let later = numbers(&taken(&mut frames));
    assert!(later[0] >= 10.0, "what was stale is not sent: {later:?}");
    assert_eq!(later[later.len() - 1], 19.0);
    assert!(later.len() <= 3, "{later:?}");
}

#[tokio::test(start_paused = true)]
async fn calls_of_a_batch_report_one_by_one() {
    let (service, ..) = service();
    let client = Client::legacy(&service, "2025-03-26").await;
    let (outlet, mut frames) = Outlet::channel(10);
    let one = |id: i64| {
        let arguments = json!({"numbers": [id as f64], "pause_ms": 10});
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {
            "name": "count", "arguments": arguments, "_meta": {"progressToken": id}}})
    };
    let message = json!([one(1), one(2)]).to_string().into_bytes();
    let answers = answer(client.connection().receive_with(message, &outlet)).await;
    assert_eq!(answers.as_array().map(Vec::len), Some(2));
    let mut tokens: Vec<_> = taken(&mut frames)
        .iter()
        .map(|report| {
            (
                report["progressToken"].as_i64(),
                report["progress"].as_i64(),
            )
        })
        .collect();
    tokens.sort_unstable();
    assert_eq!(tokens, [(Some(1), Some(1)), (Some(2), Some(2))]);
}
