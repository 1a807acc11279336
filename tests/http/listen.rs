//! `subscriptions/listen` and the news of older clients, over sockets (SHUT-02).

use std::sync::Arc;
use std::time::{Duration, Instant};

use mcp::server::Handle;
use serde_json::json;
use tokio::io::AsyncReadExt;

use crate::{Gate, Request, Site, read_until, server};

/// Another one.
#[mcp::tool(unlisted)]
fn another() -> &'static str {
    "another"
}

async fn site() -> (Site, Handle) {
    let server = server(&Arc::<Gate>::default());
    let server = server.drain(Duration::from_millis(300));
    let handle = server.handle();
    let service = server.into_http_service().expect("a sound server");
    (Site::start(service).await, handle)
}

fn listen(accept: &str) -> Request {
    let filter = json!({"notifications": {"toolsListChanged": true}});
    Request::modern("subscriptions/listen", filter).header("Accept", accept)
}

#[tokio::test]
async fn a_stream_begins_with_its_acknowledgment_and_brings_news() {
    let (site, handle) = site().await;
    let mut stream = site
        .open(&listen("application/json, text/event-stream"))
        .await;
    let head = read_until(&mut stream, "subscriptions/acknowledged").await;
    assert!(head.contains("text/event-stream"), "{head}");
    handle.add(mcp::tools![another]).expect("a new tool");
    read_until(&mut stream, "notifications/tools/list_changed").await;
    drop(stream);
    site.stop().await;
}

#[tokio::test]
async fn a_client_that_takes_json_alone_is_told_so() {
    let (site, _handle) = site().await;
    let request = listen("application/json");
    let response = site.send(&request).await;
    assert_eq!(response.status, 400);
    let message = response.json()["error"]["message"].to_string();
    assert!(message.contains("text/event-stream"), "{message}");
    site.stop().await;
}

#[tokio::test]
async fn the_end_of_the_server_is_a_final_result_and_calls_get_the_drain_limit() {
    let (site, _handle) = site().await;
    let mut stream = site
        .open(&listen("application/json, text/event-stream"))
        .await;
    read_until(&mut stream, "subscriptions/acknowledged").await;
    let mut call = site.open(&Request::call("wait", json!({}))).await;
    let began = Instant::now();
    let stopping = tokio::spawn(async move {
        site.stop().await;
        began.elapsed()
    });
    let rest = read_until(&mut stream, r#""resultType":"complete""#).await;
    assert!(rest.contains("notifications/cancelled"), "{rest}");
    let took = stopping.await.expect("no panic");
    assert!(took < Duration::from_secs(3), "{took:?}");
    // The call ends with its connection, and no answer is made up.
    let mut left = Vec::new();
    let _ = call.read_to_end(&mut left).await;
    assert_eq!(String::from_utf8_lossy(&left), "");
}
