//! Notifications: read, unread, and too many.

use crate::fake::{Fake, text};
use serde_json::{Value, json};

fn changed() -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
}

fn logged(n: usize) -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": n}})
}

#[tokio::test]
async fn a_reader_sees_all_in_order() {
    let (mut fake, client) = Fake::modern().await;
    let mut events = client.notifications();
    let mut other = client.notifications();
    fake.say(&logged(1)).await;
    fake.say(&changed()).await;
    let first = events.next().await.expect("a notification");
    assert_eq!(first.method(), "notifications/message");
    assert_eq!(first.params::<Value>().expect("params")["data"], 1);
    let second = events.next().await.expect("a notification");
    assert_eq!(second.method(), "notifications/tools/list_changed");
    assert_eq!(second.params_json(), "null");
    assert_eq!(
        other.next().await.expect("the same").method(),
        "notifications/message"
    );
    client.close().await;
    assert!(events.next().await.is_none());
}

#[tokio::test]
async fn a_hundred_thousand_that_nobody_reads_hold_up_no_answer() {
    let (mut fake, client) = Fake::modern().await;
    let mut lazy = client.notifications();
    let call = client.call_async("a", ());
    let request = fake.expect("tools/call").await;
    for n in 0..100_000 {
        fake.say(&logged(n)).await;
    }
    fake.answer(&request, text("here")).await;
    assert_eq!(call.await.expect("an answer").text(), "here");
    // the newest are kept, the others counted
    let first = lazy.next().await.expect("one of the newest");
    assert_eq!(
        first.params::<Value>().expect("params")["data"],
        100_000 - 64
    );
    assert_eq!(lazy.missed(), 100_000 - 64);
}

#[tokio::test]
async fn requests_of_the_server_get_their_answers() {
    let (mut fake, client) = Fake::legacy_with(|connect| connect).await;
    fake.say(&json!({"jsonrpc": "2.0", "id": "p", "method": "ping"}))
        .await;
    let pong = fake.next().await.expect("an answer");
    assert_eq!(pong, json!({"jsonrpc": "2.0", "id": "p", "result": {}}));
    fake.say(&json!({"jsonrpc": "2.0", "id": 7, "method": "vendor/x", "params": {}}))
        .await;
    let refused = fake.next().await.expect("an answer");
    assert_eq!(refused["id"], 7);
    assert_eq!(refused["error"]["code"], -32601);
    drop(client);
}
