//! Calls that say nothing for long are reported as alive (CAN-06).

use crate::Client;
use crate::progress::{progress, taken};
use mcp::server::{Answer, Frames, Outlet};
use mcp::{Context, Server, Service};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::time::{Instant, sleep};

#[mcp::tool(unlisted, heartbeat = "20s")]
async fn wait(seconds: u64) {
    sleep(Duration::from_secs(seconds)).await;
}

/// Reports 0, 1 and 10 of 10, each after some seconds.
#[mcp::tool(unlisted, heartbeat = "20s")]
async fn work(ctx: &Context) {
    for (pause, done) in [(50, 0), (30, 1), (5, 10)] {
        sleep(Duration::from_secs(pause)).await;
        ctx.progress(done, 10, format!("at {done}"));
    }
}

#[mcp::tool(unlisted, heartbeat = "20ms")]
fn hold(ctx: &Context, release: &Arc<AtomicBool>) {
    ctx.progress(1, 2, None);
    while !release.load(Ordering::SeqCst) {
        std::thread::yield_now();
    }
}

#[mcp::tool(unlisted, heartbeat = "5s", sequential)]
async fn one_by_one() {
    sleep(Duration::from_secs(8)).await;
}

/// Without a heartbeat.
#[mcp::tool(unlisted)]
async fn quiet() {
    sleep(Duration::from_secs(100)).await;
}

/// Lets the threads go, however a test ends.
struct Releases(Arc<AtomicBool>);

impl Drop for Releases {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

fn service() -> (Service, Releases) {
    let release = Arc::new(AtomicBool::new(false));
    let server = Server::new("demo", "1.0.0")
        .tools(mcp::tools![wait, work, hold, one_by_one, quiet])
        .state(Arc::clone(&release));
    (server.build().expect("a sound server"), Releases(release))
}

/// Starts a call with its id as token.
fn start(client: &Client, id: i64, tool: &str, arguments: Value, outlet: &Outlet) -> Answer {
    let params = json!({"name": tool, "arguments": arguments});
    let mut request = client.request(id, "tools/call", params);
    request["params"]["_meta"]["progressToken"] = json!(id);
    let message = request.to_string().into_bytes();
    client.connection().receive_with(message, outlet)
}

async fn answer(answer: Answer) {
    let Answer::Later(later) = answer else {
        panic!("the call takes time: {answer:?}")
    };
    assert!(later.await.is_some());
}

/// The seconds since `start` and the params of the next report.
async fn next(frames: &mut Frames, start: Instant) -> (u64, Value) {
    let frame = frames.next().await;
    (start.elapsed().as_secs(), progress(&frame))
}

#[tokio::test(start_paused = true)]
async fn a_silent_call_is_reported_at_the_interval_in_both_eras() {
    let (service, _release) = service();
    let old = Client::legacy(&service, "2024-11-05").await;
    for client in [Client::modern(&service), old] {
        let (outlet, mut frames) = Outlet::channel(10);
        let start_of_call = Instant::now();
        let running = start(&client, 1, "wait", json!({"seconds": 65}), &outlet);
        let running = tokio::spawn(answer(running));
        for (second, number) in [(20, 0.0), (40, 1e-6), (60, 2e-6)] {
            assert_eq!(
                next(&mut frames, start_of_call).await,
                (
                    second,
                    json!({"progressToken": 1, "progress": number_json(number)})
                )
            );
        }
        running.await.expect("no panic");
        assert_eq!(start_of_call.elapsed().as_secs(), 65);
        assert_eq!(frames.take(), None);
    }
}

fn number_json(number: f64) -> Value {
    match number == 0.0 {
        true => json!(0),
        false => json!(number),
    }
}

#[tokio::test(start_paused = true)]
async fn no_report_of_the_tool_is_lost_to_its_heartbeats() {
    let (service, _release) = service();
    let (outlet, mut frames) = Outlet::channel(20);
    let began = Instant::now();
    let client = Client::modern(&service);
    let running = tokio::spawn(answer(start(&client, 1, "work", json!({}), &outlet)));
    let mut seen = Vec::new();
    for _ in 0..6 {
        let (second, report) = next(&mut frames, began).await;
        let number = report["progress"].as_f64().expect("a number");
        let message = report["message"].as_str().map(str::to_owned);
        assert_eq!(report.get("total").is_some(), message.is_some());
        seen.push((second, number, message));
    }
    running.await.expect("no panic");
    assert_eq!(frames.take(), None);
    let at = |done: u8| Some(format!("at {done}"));
    let expected = [
        (20, 0.0, None),
        (40, 0.000_001, None),
        (50, 0.000_002, at(0)),
        (70, 0.000_003, at(0)),
        (80, 1.0, at(1)),
        (85, 10.0, at(10)),
    ];
    for (seen, expected) in seen.iter().zip(&expected) {
        assert_eq!((seen.0, &seen.2), (expected.0, &expected.2));
        assert!((seen.1 - expected.1).abs() < 1e-9, "{seen:?}");
    }
    assert!(seen.is_sorted_by(|a, b| a.1 < b.1), "{seen:?}");
}

#[tokio::test]
async fn a_sync_tool_on_its_thread_is_reported_as_well() {
    let (service, release) = service();
    let client = Client::modern(&service);
    let (outlet, mut frames) = Outlet::channel(10);
    let running = tokio::spawn(answer(start(&client, 1, "hold", json!({}), &outlet)));
    assert_eq!(progress(&frames.next().await)["progress"], 1);
    let beat = progress(&frames.next().await);
    assert_eq!(beat["total"], 2);
    let number = beat["progress"].as_f64().expect("a number");
    assert!(number > 1.0 && number < 1.001, "{beat}");
    drop(release);
    running.await.expect("no panic");
}

#[tokio::test(start_paused = true)]
async fn a_call_that_waits_for_its_turn_is_reported_as_well() {
    let (service, _release) = service();
    let client = Client::modern(&service);
    let (outlet, mut frames) = Outlet::channel(10);
    let calls = [1, 2].map(|id| {
        let running = start(&client, id, "one_by_one", json!({}), &outlet);
        tokio::spawn(answer(running))
    });
    for call in calls {
        call.await.expect("no panic");
    }
    let mut of_the_second = taken(&mut frames);
    of_the_second.retain(|report| report["progressToken"] == 2);
    assert_eq!(
        of_the_second.len(),
        3,
        "at 5, 10 and 15 s: {of_the_second:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_tool_without_the_key_stays_silent() {
    let (service, _release) = service();
    let client = Client::modern(&service);
    let (outlet, mut frames) = Outlet::channel(10);
    answer(start(&client, 1, "quiet", json!({}), &outlet)).await;
    assert_eq!(frames.take(), None);
}

#[tokio::test(start_paused = true)]
async fn callers_that_did_not_ask_hear_no_heartbeat() {
    let (service, _release) = service();
    let client = Client::modern(&service);
    let (outlet, mut frames) = Outlet::channel(10);
    let params = json!({"name": "wait", "arguments": {"seconds": 65}});
    let message = client.request(1, "tools/call", params).to_string();
    answer(
        client
            .connection()
            .receive_with(message.into_bytes(), &outlet),
    )
    .await;
    assert_eq!(frames.take(), None);
}
