//! Requests of 2026-07-28: headers held against the body, statuses, no sessions, hanging up.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::{Gate, Request, Response, Site, message, read_until, server, service};

fn code(response: &Response) -> Option<i64> {
    response.json()["error"]["code"].as_i64()
}

#[tokio::test]
async fn a_call_is_answered_with_plain_json_on_both_paths() {
    let site = Site::start(service()).await;
    for path in ["/mcp", "/mcp/", "/mcp?x=1"] {
        let request = Request::call("add", json!({"a": 2, "b": 3})).path(path);
        let response = site.send(&request).await;
        assert_eq!(response.status, 200, "{response:?}");
        assert_eq!(response.header("content-type"), Some("application/json"));
        assert_eq!(response.json()["result"]["content"][0]["text"], "5");
        assert_eq!(response.header("mcp-session-id"), None);
    }
    let elsewhere = site.send(&Request::call("add", json!({})).path("/")).await;
    assert_eq!(elsewhere.status, 404);
    assert!(elsewhere.body.contains("/mcp"), "{elsewhere:?}");
    site.stop().await;
}

#[tokio::test]
async fn a_header_that_disagrees_with_the_body_is_named() {
    let site = Site::start(service()).await;
    let call = || Request::call("add", json!({"a": 2, "b": 3}));
    let version = "MCP-Protocol-Version";
    for (request, named) in [
        (call().without(version), version),
        (call().header(version, "2026-07-28"), version),
        (
            call().without(version).header(version, "2025-11-25"),
            version,
        ),
        (call().without(version).header(version, "foo"), version),
        (call().without("Mcp-Method"), "Mcp-Method"),
        (
            call()
                .without("Mcp-Method")
                .header("Mcp-Method", "Tools/call"),
            "Mcp-Method",
        ),
        (call().without("Mcp-Name"), "Mcp-Name"),
        (
            call().without("Mcp-Name").header("Mcp-Name", "Add"),
            "Mcp-Name",
        ),
        (
            call()
                .without("Mcp-Name")
                .header("Mcp-Name", "=?BASE64?YWRk?="),
            "Mcp-Name",
        ),
        (
            call()
                .without("Mcp-Name")
                .header("Mcp-Name", "=?base64?Y?="),
            "Mcp-Name",
        ),
    ] {
        let response = site.send(&request).await;
        assert_eq!(response.status, 400, "{response:?}");
        assert_eq!(code(&response), Some(-32020), "{response:?}");
        assert!(response.body.contains(named), "{response:?}");
        assert_eq!(response.json()["id"], 1);
    }
    site.stop().await;
}

#[tokio::test]
async fn header_names_have_any_case_and_names_may_be_padded_or_base64() {
    let site = Site::start(service()).await;
    let call = || Request::call("add", json!({"a": 2, "b": 3})).without("Mcp-Name");
    for request in [
        call().header("mcp-name", "add"),
        call().header("MCP-NAME", "  add  "),
        call().header("Mcp-Name", "=?base64?YWRk?="),
        Request::modern("resources/read", json!({"uri": "config://app"})),
    ] {
        let response = site.send(&request).await;
        assert_eq!(response.status, 200, "{response:?}");
    }
    site.stop().await;
}

#[tokio::test]
async fn headers_of_arguments_are_held_against_the_arguments() {
    let site = Site::start(service()).await;
    let region = "Mcp-Param-Region";
    let north = || Request::call("place", json!({"region": "north"}));
    let fourth =
        || Request::call("place", json!({"region": "north", "floor": 4})).header(region, "north");
    let padded = Request::call("place", json!({"region": " Süd "}));
    let floor = "Mcp-Param-Floor";
    for (request, status) in [
        (north().header(region, "north"), 200),
        (padded.header(region, "=?base64?IFPDvGQg?="), 200),
        (fourth().header(floor, "4"), 200),
        (
            Request::call("place", json!({"region": "n", "floor": null})).header(region, "n"),
            200,
        ),
        (north(), 400),
        (north().header(region, "south"), 400),
        (north().header(region, "north").header(floor, "4"), 400),
        (fourth(), 400),
        (fourth().header(floor, "04"), 400),
    ] {
        let response = site.send(&request).await;
        assert_eq!(response.status, status, "{response:?}");
        assert_eq!(
            code(&response),
            (status == 400).then_some(-32020),
            "{response:?}"
        );
    }
    site.stop().await;
}

#[tokio::test]
async fn an_error_that_is_found_before_the_tool_runs_has_its_status() {
    let site = Site::start(service()).await;
    let version = "MCP-Protocol-Version";
    let mut future = message("tools/list", json!({}));
    future["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2099-01-01");
    let future = Request::post(&future)
        .header(version, "2099-01-01")
        .header("Mcp-Method", "tools/list");
    let bare = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    let bare = Request::post(&bare)
        .header(version, "2026-07-28")
        .header("Mcp-Method", "tools/list");
    for (request, status, expected) in [
        (Request::modern("foo/bar", json!({})), 404, -32601),
        (Request::modern("initialize", json!({})), 404, -32601),
        (Request::modern("ping", json!({})), 404, -32601),
        (future, 400, -32022),
        (bare, 400, -32602),
        (Request::call("ad", json!({})), 400, -32602),
        (Request::call("ask", json!({})), 400, -32021),
        (Request::call("add", json!({})).body("{"), 400, -32700),
        (Request::call("add", json!({})).body("{}"), 400, -32600),
        (Request::call("add", json!({})).body("[]"), 400, -32600),
    ] {
        let response = site.send(&request).await;
        assert_eq!(response.status, status, "{response:?}");
        assert_eq!(code(&response), Some(expected), "{response:?}");
    }
    let bad_arguments = site.send(&Request::call("add", json!({}))).await;
    assert_eq!(bad_arguments.status, 200);
    assert_eq!(bad_arguments.json()["result"]["isError"], true);
    site.stop().await;
}

#[tokio::test]
async fn there_are_no_sessions_and_no_streams_to_open() {
    let gate = Arc::<Gate>::default();
    let modern_alone = server(&gate).eras([mcp::Era::Modern]);
    let site = Site::start(modern_alone.into_http_service().expect("a server")).await;
    for method in ["GET", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS"] {
        let response = site.send(&Request::new(method)).await;
        assert_eq!(response.status, 405, "{method}");
        assert_eq!(response.header("allow"), Some("POST, OPTIONS"), "{method}");
    }
    let request = Request::modern("tools/list", json!({}))
        .header("Mcp-Session-Id", "x")
        .header("Last-Event-ID", "7");
    let response = site.send(&request).await;
    assert_eq!(response.status, 200);
    assert_eq!(response.header("mcp-session-id"), None);
    site.stop().await;

    let both = Site::start(service()).await;
    let get = Request::new("GET").header("MCP-Protocol-Version", "2026-07-28");
    assert_eq!(both.send(&get).await.status, 405);
    both.stop().await;
}

#[tokio::test]
async fn a_notification_is_accepted_without_a_body() {
    let site = Site::start(service()).await;
    let cancelled =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    let request = Request::post(&cancelled).header("MCP-Protocol-Version", "2026-07-28");
    let response = site.send(&request).await;
    assert_eq!((response.status, response.body.as_str()), (202, ""));
    site.stop().await;
}

#[tokio::test]
async fn progress_makes_a_stream_of_the_answer() {
    let gate = Arc::<Gate>::default();
    let site = Site::start(server(&gate).into_http_service().expect("a server")).await;
    gate.open.notify_one();
    let wait = |accept: &str| {
        let params = json!({"name": "wait", "arguments": {}, "_meta": {"progressToken": "t"}});
        Request::modern("tools/call", params).header("Accept", accept)
    };
    let response = site
        .send(&wait("application/json, text/event-stream"))
        .await;
    assert_eq!(response.status, 200);
    assert_eq!(response.header("content-type"), Some("text/event-stream"));
    assert_eq!(response.header("x-accel-buffering"), Some("no"));
    assert_eq!(
        response.header("cache-control"),
        Some("no-cache, no-transform")
    );
    let events = response.events();
    assert_eq!(events[0]["method"], "notifications/progress", "{events:?}");
    assert_eq!(
        events.last().expect("an answer")["result"]["content"][0]["text"],
        "open"
    );

    gate.open.notify_one();
    let response = site.send(&wait("application/json")).await;
    assert_eq!(response.header("content-type"), Some("application/json"));
    assert_eq!(response.json()["result"]["content"][0]["text"], "open");
    site.stop().await;
}

#[tokio::test]
async fn a_long_call_becomes_a_stream_that_shows_life_at_once() {
    let gate = Arc::<Gate>::default();
    let site = Site::start(server(&gate).into_http_service().expect("a server")).await;
    let request =
        Request::call("wait", json!({})).header("Accept", "application/json, text/event-stream");
    let mut stream = site.open(&request).await;
    let seen = read_until(&mut stream, ": alive\n\n").await;
    assert!(seen.contains("text/event-stream"), "{seen}");
    gate.open.notify_one();
    read_until(&mut stream, r#""text":"open""#).await;
    site.stop().await;
}

#[tokio::test]
async fn a_client_that_hangs_up_cancels_its_call() {
    let gate = Arc::<Gate>::default();
    let site = Site::start(server(&gate).into_http_service().expect("a server")).await;
    let plain = Request::call("wait", json!({}));
    let stream = site.open(&plain).await;
    gate.entered.notified().await;
    drop(stream);
    gate.dropped.notified().await;

    let mut stream = site
        .open(&plain.header("Accept", "text/event-stream"))
        .await;
    read_until(&mut stream, ": alive").await;
    drop(stream);
    gate.dropped.notified().await;
    site.stop().await;
}

#[tokio::test]
async fn two_requests_of_one_id_have_an_answer_each() {
    let gate = Arc::<Gate>::default();
    let site = Site::start(server(&gate).into_http_service().expect("a server")).await;
    let mut first = site.open(&Request::call("wait", json!({}))).await;
    gate.entered.notified().await;
    let second = site
        .send(&Request::call("add", json!({"a": 1, "b": 1})))
        .await;
    assert_eq!(second.json()["result"]["content"][0]["text"], "2");
    gate.open.notify_one();
    let first: Value = Response::read(&mut first).await.json();
    assert_eq!(first["result"]["content"][0]["text"], "open");
    site.stop().await;
}
