//! Time, cancellation, and the end of a connection.

use crate::fake::{Fake, text};
use mcp::client::{Client, ClientError};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::{Instant, sleep};

const TICK: Duration = Duration::from_secs(5);

/// A server that reports progress every five seconds, and answers after `ticks` of them.
async fn progressing(mut fake: Fake, ticks: u64) -> Option<Value> {
    let request = fake.expect("tools/call").await;
    let token = request["params"]["_meta"]["progressToken"].clone();
    for done in 1..=ticks {
        sleep(TICK).await;
        let params = json!({"progressToken": token, "progress": done, "message": "on"});
        fake.say(&json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params}))
            .await;
    }
    fake.answer(&request, text("done")).await;
    fake.next().await
}

#[tokio::test(start_paused = true)]
async fn a_request_has_its_time_and_is_cancelled_then() {
    let (mut fake, client) = Fake::modern().await;
    let began = Instant::now();
    let (result, (request, cancelled)) = tokio::join!(client.call("slow", ()), async {
        let request = fake.expect("tools/call").await;
        (request, fake.expect("notifications/cancelled").await)
    });
    assert!(matches!(result, Err(ClientError::Timeout(_))), "{result:?}");
    assert_eq!(began.elapsed().as_secs(), 60);
    assert_eq!(cancelled["params"]["requestId"], request["id"]);
    let error = client
        .call("slow", ())
        .timeout(TICK)
        .await
        .expect_err("silence");
    assert_eq!(error.to_string(), "no answer within 5000 ms");
    assert_eq!(
        error.code(),
        None,
        "it cannot be taken for an answer of the server"
    );
    assert_eq!(client.in_flight(), 0);
}

#[tokio::test(start_paused = true)]
async fn progress_keeps_a_request_alive_where_that_is_asked_for() {
    let (fake, client) = Fake::modern().await;
    let server = tokio::spawn(progressing(fake, 18));
    let call = client
        .call("long", ())
        .timeout(TICK * 2)
        .while_progressing(TICK * 100);
    assert_eq!(call.await.expect("an answer").text(), "done");
    drop(client);
    assert_eq!(server.await.expect("no panic"), None);

    let (fake, client) = Fake::modern().await;
    let _server = tokio::spawn(progressing(fake, 18));
    let began = Instant::now();
    let call = client
        .call("long", ())
        .timeout(TICK * 2)
        .while_progressing(TICK * 6);
    assert!(matches!(call.await, Err(ClientError::Timeout(_))));
    assert_eq!(began.elapsed(), TICK * 6);

    // and where it is not, it does not
    let (fake, client) = Fake::modern().await;
    let _server = tokio::spawn(progressing(fake, 18));
    let began = Instant::now();
    let call = client.call("long", ()).timeout(TICK * 2).on_progress(drop);
    assert!(matches!(call.await, Err(ClientError::Timeout(_))));
    assert_eq!(began.elapsed(), TICK * 2);
}

#[tokio::test(start_paused = true)]
async fn progress_is_heard() {
    let (fake, client) = Fake::modern().await;
    let _server = tokio::spawn(progressing(fake, 3));
    let heard = Arc::<Mutex<Vec<f64>>>::default();
    let into = Arc::clone(&heard);
    let call = client
        .call("long", ())
        .on_progress(move |progress| into.lock().expect("no panic").push(progress.progress));
    let _ = call.await.expect("an answer");
    assert_eq!(*heard.lock().expect("no panic"), [1.0, 2.0, 3.0]);
}

#[tokio::test]
async fn a_dropped_call_is_cancelled_and_a_dropped_handle_is_not() {
    let (mut fake, client) = Fake::modern().await;
    let first = tokio::select! {
        _ = client.call("a", ()) => unreachable!("nobody answers"),
        request = fake.expect("tools/call") => request,
    };
    let cancelled = fake.expect("notifications/cancelled").await;
    assert_eq!(cancelled["params"]["requestId"], first["id"]);
    assert_eq!(client.in_flight(), 0);
    drop(client.call_async("b", ()));
    let second = fake.expect("tools/call").await;
    assert_eq!(client.in_flight(), 1);
    fake.answer(&second, text("b")).await;
    let started = client.call_async("c", ());
    let third = fake.expect("tools/call").await;
    started.cancel();
    let cancelled = fake.expect("notifications/cancelled").await;
    assert_eq!(cancelled["params"]["requestId"], third["id"]);
}

#[tokio::test]
async fn the_end_of_the_connection_ends_everything_at_once() {
    let (mut fake, client) = Fake::modern().await;
    let calls: Vec<_> = (0..100).map(|_| client.call_async("a", ())).collect();
    for _ in 0..100 {
        fake.expect("tools/call").await;
    }
    drop(fake);
    for call in calls {
        let error = call.await.expect_err("closed");
        assert!(
            matches!(&error, ClientError::Closed(closed) if !closed.here),
            "{error}"
        );
    }
    let error = client.call("b", ()).await.expect_err("closed");
    assert_eq!(error.to_string(), "the connection was closed by the server");
    assert!(client.closed().is_some());
}

#[tokio::test]
async fn close_may_be_called_by_anybody_and_twice() {
    let (mut fake, client) = Fake::modern().await;
    let call = client.call_async("a", ());
    fake.expect("tools/call").await;
    let other = client.clone();
    tokio::join!(client.close(), other.close());
    client.close().await;
    let error = call.await.expect_err("closed");
    assert!(
        matches!(&error, ClientError::Closed(closed) if closed.here),
        "{error}"
    );
    assert_eq!(error.to_string(), "the connection is closed");
    assert!(other.call("b", ()).await.is_err());
    assert_eq!(fake.next().await, None);
}

#[tokio::test]
async fn the_last_drop_closes() {
    let (mut fake, client) = Fake::modern().await;
    let other = client.clone();
    drop(client);
    let call = other.call_async("a", ());
    let request = fake.expect("tools/call").await;
    drop(other);
    // A call that goes on is a user of the connection too.
    fake.answer(&request, text("a")).await;
    assert_eq!(call.await.expect("an answer").text(), "a");
    assert_eq!(fake.next().await, None);
}

#[tokio::test]
async fn a_server_that_does_not_read_holds_up_no_more_than_its_own_calls() {
    let (fake, client) = Fake::modern().await;
    // more than fits into the pipe
    let calls: Vec<_> = (0..200)
        .map(|_| client.call_async("a", json!({"text": "x".repeat(100_000)})))
        .collect();
    tokio::task::yield_now().await;
    client.close().await;
    for call in calls {
        assert!(matches!(call.await, Err(ClientError::Closed(_))));
    }
    drop(fake);
}

#[test]
fn a_client_may_outlive_its_runtime() {
    let runtime = || {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime")
    };
    let first = runtime();
    let (fake, client) = first.block_on(Fake::modern());
    drop(first);
    let result = runtime().block_on(async { Client::clone(&client).call("a", ()).await });
    assert!(matches!(result, Err(ClientError::Closed(_))), "{result:?}");
    drop((fake, client));
}
