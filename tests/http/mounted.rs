//! The service in somebody else's hands, and HTTP/2.

use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt as _, Full};
use hyper_util::rt::{TokioExecutor, TokioIo};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tower_service::Service as _;

use crate::{Gate, Site, message, server, service};

fn request(uri: &str) -> http::Request<Full<bytes::Bytes>> {
    http::Request::post(uri)
        .header("content-type", "application/json")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/list")
        .body(Full::new(
            message("tools/list", json!({})).to_string().into(),
        ))
        .expect("a request")
}

#[tokio::test]
async fn a_mounted_service_takes_every_path() {
    let mut service = service();
    for uri in ["http://localhost/", "http://localhost/api/v1/mcp/"] {
        let response = service.call(request(uri)).await.expect("never fails");
        assert_eq!(response.status(), 200);
        let body = response
            .into_body()
            .collect()
            .await
            .expect("a body")
            .to_bytes();
        let body: Value = serde_json::from_slice(&body).expect("JSON");
        assert_eq!(body["result"]["tools"][0]["name"], "add");
    }
}

#[tokio::test]
async fn http_2_is_served_on_the_same_port_by_the_name_in_its_authority() {
    let site = Site::start(service()).await;
    let stream = TcpStream::connect(site.address).await.expect("it listens");
    let (mut client, connection) =
        hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream))
            .await
            .expect("HTTP/2");
    let connection = tokio::spawn(connection);
    for (authority, status) in [("localhost", 200), ("evil.example", 403)] {
        let request = request(&format!("http://{authority}/mcp"));
        let response = client.send_request(request).await.expect("an answer");
        assert_eq!(response.status(), status);
    }
    drop(client);
    connection.await.expect("it ends").expect("in order");
    site.stop().await;
}

/// A message or a stream of an older client.
fn older(
    session: &str,
    message: Option<Value>,
    last: Option<&str>,
) -> http::Request<Full<bytes::Bytes>> {
    let mut request = match message {
        Some(_) => http::Request::post("http://localhost/"),
        None => http::Request::get("http://localhost/"),
    };
    if let Some(last) = last {
        request = request.header("last-event-id", last);
    }
    request
        .header("content-type", "application/json")
        .header("accept", "text/event-stream")
        .header("mcp-session-id", session)
        .body(Full::new(
            message
                .map(|message| message.to_string())
                .unwrap_or_default()
                .into(),
        ))
        .expect("a request")
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_read_its_stream_loses_it_and_may_come_back() {
    let gate = Arc::<Gate>::default();
    let mut service = server(&gate).into_http_service().expect("a server");
    let initialize = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }});
    let begun = service
        .call(older("", Some(initialize), None))
        .await
        .expect("never fails");
    let session = begun.headers()["mcp-session-id"]
        .to_str()
        .expect("text")
        .to_owned();
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let _ = service.call(older(&session, Some(ready), None)).await;
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "work", "arguments": {"close": false}, "_meta": {"progressToken": 1},
    }});
    let unread = service
        .call(older(&session, Some(call), None))
        .await
        .expect("never fails");
    // Its beginning, the progress and some signs of life wait; nobody takes any of it.
    tokio::time::sleep(Duration::from_secs(50)).await;
    let read = unread
        .into_body()
        .collect()
        .await
        .expect("it ends")
        .to_bytes();
    let read = String::from_utf8(read.into()).expect("text");
    assert!(!read.contains("worked"), "{read}");
    let first = crate::ids(&read).remove(0);
    gate.open.notify_one();
    let back = service
        .call(older(&session, None, Some(&first)))
        .await
        .expect("never fails");
    let rest = back
        .into_body()
        .collect()
        .await
        .expect("it ends")
        .to_bytes();
    let rest = String::from_utf8(rest.into()).expect("text");
    assert!(rest.contains("begun") && rest.contains("worked"), "{rest}");
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_read_its_stream_has_cancelled_its_call_in_the_newest_revision() {
    let gate = Arc::<Gate>::default();
    let mut service = server(&gate).into_http_service().expect("a server");
    let params = json!({"name": "wait", "arguments": {}, "_meta": {"progressToken": 1}});
    let call = http::Request::post("http://localhost/")
        .header("content-type", "application/json")
        .header("accept", "text/event-stream")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/call")
        .header("mcp-name", "wait")
        .body(Full::<bytes::Bytes>::new(
            message("tools/call", params).to_string().into(),
        ))
        .expect("a request");
    let _unread = service.call(call).await.expect("never fails");
    gate.dropped.notified().await;
}
