//! `Accept` and `Content-Type`: what is served, and in which form.

use std::sync::Arc;

use mcp::transport::http::HttpService;
use serde_json::json;

use crate::{Request, Site, server, service};

#[tokio::test]
async fn whoever_excludes_neither_form_is_served_in_a_form_it_lists() {
    let site = Site::start(service()).await;
    let call = Request::call("add", json!({"a": 2, "b": 3}));
    let json = "application/json";
    let events = "text/event-stream";
    for (accept, form) in [
        (None, json),
        (Some("application/json"), json),
        (Some("text/event-stream"), events),
        (Some("*/*"), json),
        (Some("application/*"), json),
        (Some("application/json;charset=utf-8"), json),
        (
            Some("text/event-stream;q=0.9, application/json;q=0.1"),
            json,
        ),
        (Some("text/event-stream, application/json"), json),
        (Some("APPLICATION/JSON"), json),
        (Some("application/json;q=0, */*"), events),
        (Some("text/html, application/json"), json),
        (Some(""), json),
    ] {
        let request = match accept {
            Some(accept) => call.clone().header("Accept", accept),
            None => call.clone(),
        };
        let response = site.send(&request).await;
        assert_eq!(response.status, 200, "{accept:?}");
        assert_eq!(response.header("content-type"), Some(form), "{accept:?}");
    }
    let two_lines = call.clone().header("Accept", events).header("Accept", json);
    assert_eq!(
        site.send(&two_lines).await.header("content-type"),
        Some(json)
    );
    for accept in [
        "text/html",
        "*/*;q=0",
        "application/json;q=0, text/event-stream;q=0.0",
    ] {
        let response = site.send(&call.clone().header("Accept", accept)).await;
        assert_eq!(response.status, 406, "{accept}");
        assert!(response.body.contains("send `Accept:"), "{response:?}");
    }
    site.stop().await;
}

#[tokio::test]
async fn every_answer_is_a_stream_where_that_is_set_and_the_client_lists_it() {
    let server = server(&Arc::default()).http(HttpService::stream_answers);
    let site = Site::start(server.into_http_service().expect("a sound server")).await;
    let call = Request::call("add", json!({"a": 2, "b": 3}));
    for (accept, form) in [
        ("application/json, text/event-stream", "text/event-stream"),
        ("application/json", "application/json"),
        ("*/*", "application/json"),
    ] {
        let response = site.send(&call.clone().header("Accept", accept)).await;
        assert_eq!(response.header("content-type"), Some(form), "{accept}");
    }
    let accept = "application/json, text/event-stream";
    let call = Request::call("add", json!({"a": 2, "b": 3})).header("Accept", accept);
    let events = site.send(&call).await.events();
    assert_eq!(events.len(), 1, "{events:?}");
    assert_eq!(events[0]["result"]["structuredContent"], 5);
    // what is refused by its status is no stream
    let unknown = Request::modern("no/method", json!({})).header("Accept", accept);
    let response = site.send(&unknown).await;
    assert_eq!(response.status, 404);
    assert_eq!(response.header("content-type"), Some("application/json"));
    site.stop().await;
}

#[tokio::test]
async fn a_body_that_is_no_json_by_its_type_is_refused() {
    let site = Site::start(service()).await;
    let call = Request::call("add", json!({"a": 2, "b": 3}));
    let typed = |kind: &str| {
        call.clone()
            .without("Content-Type")
            .header("Content-Type", kind)
    };
    for kind in ["application/json; charset=utf-8", "Application/JSON"] {
        assert_eq!(site.send(&typed(kind)).await.status, 200, "{kind}");
    }
    for refused in [
        typed("text/plain"),
        call.clone().without("Content-Type"),
        call.clone().header("Content-Encoding", "gzip"),
    ] {
        assert_eq!(site.send(&refused).await.status, 415);
    }
    site.stop().await;
}
