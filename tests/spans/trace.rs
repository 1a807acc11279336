//! The trace of the client: recorded, handed to the program, readable in functions.

use std::sync::{Arc, Mutex};

use http_body_util::Full;
use serde_json::{Value, json};
use tower_service::Service as _;

use crate::{ask, modern, server, span};

const PARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";

fn told(id: &str, meta: Value) -> Value {
    modern(id, "tools/call", json!({"name": "told", "_meta": meta}))
}

fn text(answer: &Value) -> Value {
    let text = answer["result"]["content"][0]["text"].as_str();
    serde_json::from_str(text.expect("text")).expect("JSON")
}

#[tokio::test]
async fn the_trace_of_the_client_is_on_the_span_and_in_the_context() {
    let service = server().build().expect("a sound server");
    let meta = json!({"traceparent": PARENT, "tracestate": "a=1", "com.example/x": [1]});
    let answer = text(&ask(&service, told("k-1", meta)).await);
    assert_eq!(answer["parent"], PARENT);
    assert_eq!(answer["state"], "a=1");
    assert_eq!(answer["meta"]["com.example/x"], json!([1]));
    span("k-1").check(&[("traceparent", PARENT), ("tracestate", "a=1")]);
}

#[tokio::test]
async fn what_is_no_trace_is_none_and_the_call_is_made() {
    let service = server().build().expect("a sound server");
    for (id, parent) in [
        ("l-1", json!("00-x")),
        ("l-2", json!(5)),
        ("l-3", json!(null)),
    ] {
        let answer = text(&ask(&service, told(id, json!({"traceparent": parent}))).await);
        assert_eq!(answer["parent"], Value::Null);
        assert_eq!(span(id).get("traceparent"), None);
    }
    let without = json!({"jsonrpc": "2.0", "id": "l-4", "method": "ping"});
    ask(&service, without).await;
    span("l-4").check(&[("otel.name", "ping")]);
}

#[tokio::test]
async fn a_program_hears_of_each_span_before_anything_happens_in_it() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let hears = Arc::clone(&heard);
    let service = server()
        .request_spans(move |span, trace| {
            span.record("tracestate", "from the hook");
            let parent = trace.map(|trace| trace.parent().to_owned());
            hears.lock().expect("no panic").push(parent);
        })
        .build()
        .expect("a sound server");
    ask(&service, told("m-1", json!({"traceparent": PARENT}))).await;
    ask(&service, told("m-2", json!({}))).await;
    assert_eq!(
        *heard.lock().expect("no panic"),
        [Some(PARENT.to_owned()), None]
    );
    span("m-2").check(&[("tracestate", "from the hook")]);
}

#[tokio::test]
async fn over_http_the_session_is_told_and_the_id_is_not() {
    let service = server().into_http_service().expect("a sound server");
    let post = async |session: Option<&str>, message: Value| {
        let mut request =
            http::Request::post("http://localhost/mcp").header("content-type", "application/json");
        if let Some(session) = session {
            request = request.header("mcp-session-id", session);
        }
        let body = Full::<bytes::Bytes>::from(message.to_string());
        let request = request.body(body).expect("a request");
        service.clone().call(request).await.expect("never fails")
    };
    let initialize = json!({"jsonrpc": "2.0", "id": "n-1", "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "probe", "version": "0"},
    }});
    let answer = post(None, initialize).await;
    let session = answer.headers()["mcp-session-id"].to_str().expect("text");
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    post(Some(session), ready).await;
    for id in ["n-2", "n-3"] {
        let list = json!({"jsonrpc": "2.0", "id": id, "method": "tools/list"});
        assert_eq!(post(Some(session), list).await.status(), 200);
    }
    let (second, third) = (span("n-2"), span("n-3"));
    let told = second.get("mcp.session.id").expect("a session");
    assert_ne!(told, session);
    third.check(&[("mcp.session.id", told), ("network.transport", "tcp")]);
}
