//! Limits on what clients send, and the end of serving.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::io::AsyncReadExt;
use tokio::time::timeout;

use crate::{Gate, Request, Response, Site, message, read_until, server, service};

const HEAD: &str = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
                    Content-Type: application/json\r\nMCP-Protocol-Version: 2026-07-28\r\n\
                    Mcp-Method: tools/list\r\n";

#[tokio::test]
async fn a_message_over_the_limit_is_refused_before_it_is_read() {
    let text = message("tools/list", json!({})).to_string();
    let gate = Arc::<Gate>::default();
    let limited = server(&gate).max_message_size(text.len());
    let site = Site::start(limited.into_http_service().expect("a server")).await;
    let request = Request::modern("tools/list", json!({}));
    assert_eq!(
        site.send(&request.clone().body(text.clone())).await.status,
        200
    );
    let over = site.send(&request.body(format!("{text} "))).await;
    assert_eq!(over.status, 413);
    assert!(over.body.contains("max_message_size"), "{over:?}");

    // The body never comes.
    let mut told = site
        .open_text(&format!("{HEAD}Content-Length: 1000000\r\n\r\n"))
        .await;
    assert_eq!(Response::read(&mut told).await.status, 413);

    // Nobody told its length, and its end never comes.
    let chunk = format!("{:x}\r\n{text} \r\n", text.len() + 1);
    let mut chunked = site
        .open_text(&format!("{HEAD}Transfer-Encoding: chunked\r\n\r\n{chunk}"))
        .await;
    assert_eq!(Response::read(&mut chunked).await.status, 413);
    site.stop().await;
}

#[tokio::test]
async fn who_sends_a_request_too_slowly_is_not_waited_for() {
    let gate = Arc::<Gate>::default();
    let service = server(&gate).into_http_service().expect("a server");
    let site = Site::start(service.patience(Duration::from_millis(50))).await;
    let mut body = site
        .open_text(&format!("{HEAD}Content-Length: 10\r\n\r\n{{"))
        .await;
    let response = Response::read(&mut body).await;
    assert_eq!(response.status, 408);
    let mut head = site.open_text("POST /mcp HTTP/1.1\r\nHost:").await;
    let mut rest = Vec::new();
    let ended = tokio::io::AsyncReadExt::read_to_end(&mut head, &mut rest).await;
    assert!(ended.is_ok(), "{ended:?}");
    site.stop().await;
}

#[tokio::test]
async fn the_end_comes_within_the_drain_limit_with_a_call_and_a_stream_open() {
    let gate = Arc::<Gate>::default();
    let server = server(&gate).drain(Duration::from_millis(50));
    let site = Site::start(server.into_http_service().expect("a server")).await;
    let mut call = site
        .open(&Request::call("wait", json!({})).header("Accept", "text/event-stream"))
        .await;
    read_until(&mut call, ": alive").await;
    site.stop().await;
    gate.dropped.notified().await;
}

#[tokio::test]
async fn a_call_that_ends_within_the_drain_limit_is_answered() {
    let gate = Arc::<Gate>::default();
    let site = Site::start(server(&gate).into_http_service().expect("a server")).await;
    let mut call = site.open(&Request::call("wait", json!({}))).await;
    gate.entered.notified().await;
    let stopping = tokio::spawn(site.stop());
    gate.open.notify_one();
    assert_eq!(Response::read(&mut call).await.status, 200);
    stopping.await.expect("it stops");
}

#[tokio::test]
async fn a_connection_that_says_nothing_or_half_a_greeting_is_closed() {
    let site = Site::start(service().patience(Duration::from_millis(50))).await;
    for said in ["", "PRI * HT", "POST /mcp HT"] {
        let mut stream = site.open_text(said).await;
        let mut left = Vec::new();
        let read = timeout(Duration::from_secs(10), stream.read_to_end(&mut left)).await;
        assert!(read.is_ok(), "`{said}` is still open");
    }
    // and an end is not held up by one
    let _silent = site.open_text("").await;
    let began = std::time::Instant::now();
    site.stop().await;
    assert!(began.elapsed() < Duration::from_secs(3));
}
