//! Calls whose client is told to hang up and to come back.

use std::sync::Arc;

use serde_json::json;

use crate::legacy::{begin, listen, work};
use crate::{Gate, Request, Response, Site, ids, server};

#[tokio::test]
async fn a_client_is_told_when_to_come_back_and_finds_its_answer_then() {
    let gate = Arc::<Gate>::default();
    let site = Site::start(server(&gate).into_http_service().expect("a server")).await;
    let session = begin(&site, "2025-11-25", |request| request).await;
    let told = site.send(&work(1, &session, true)).await;
    assert_eq!(told.header("content-type"), Some("text/event-stream"));
    assert!(told.body.contains("retry: 700\n"), "{told:?}");
    assert!(told.body.starts_with("id: "), "{told:?}");
    let progress = told.events();
    assert_eq!(progress.len(), 1, "{told:?}");
    assert_eq!(progress[0]["params"]["message"], "begun");
    let last = ids(&told.body).pop().expect("an id");
    // The call goes on.
    gate.entered.notified().await;
    let mut back = site.open(&listen(&session, Some(&last))).await;
    gate.open.notify_one();
    let events = Response::read(&mut back).await.events();
    assert_eq!(events.len(), 2, "{events:?}");
    assert_eq!(events[1]["result"]["content"][0]["text"], "worked");
    site.stop().await;
}

#[tokio::test]
async fn a_stream_that_would_only_begin_is_closed_as_well() {
    let gate = Arc::<Gate>::default();
    let site = Site::start(server(&gate).into_http_service().expect("a server")).await;
    let session = begin(&site, "2025-11-25", |request| request).await;
    // Nobody asked for progress, so there is nothing to say before.
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "work", "arguments": {"close": true},
    }});
    let told = site
        .send(&work(1, &session, true).body(call.to_string()))
        .await;
    let id = ids(&told.body).pop().expect("an id");
    assert_eq!(told.body, format!("id: {id}\nretry: 700\ndata: \n\n"));
    gate.open.notify_one();
    let events = site.send(&listen(&session, Some(&id))).await.events();
    assert_eq!(events.len(), 1, "{events:?}");
    assert_eq!(events[0]["id"], 1);
    site.stop().await;
}

#[tokio::test]
async fn whoever_cannot_come_back_is_not_told_to() {
    let gate = Arc::<Gate>::default();
    let site = Site::start(server(&gate).into_http_service().expect("a server")).await;
    for version in ["2025-03-26", "2025-06-18"] {
        let session = begin(&site, version, |request| request).await;
        gate.open.notify_one();
        let response = site.send(&work(1, &session, true)).await;
        assert!(!response.body.contains("retry:"), "{response:?}");
        assert_eq!(response.events().len(), 3, "{response:?}");
    }
    let session = begin(&site, "2025-11-25", |request| request).await;
    let json_alone = work(1, &session, true)
        .without("Accept")
        .header("Accept", "application/json");
    gate.open.notify_one();
    let response = site.send(&json_alone).await;
    assert_eq!(response.json()["result"]["content"][0]["text"], "worked");
    gate.open.notify_one();
    let modern =
        Request::call("work", json!({"close": true})).header("Accept", "text/event-stream");
    let response = site.send(&modern).await;
    assert_eq!(response.events().len(), 1, "{response:?}");
    assert!(!response.body.contains("retry:"), "{response:?}");
    site.stop().await;
}
