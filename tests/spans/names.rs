//! Names and fields of the spans, and what is inside of them (LOG-05).

use serde_json::{Value, json};
use tracing::Level;

use crate::{around, ask, modern, server, span, spans};

#[tokio::test]
async fn a_call_is_a_span_with_the_names_of_the_conventions() {
    let service = server().build().expect("a sound server");
    let call = json!({"name": "wait", "arguments": {"mark": "a-1"}});
    ask(&service, modern("a-1", "tools/call", call)).await;
    let span = span("a-1");
    assert_eq!((span.name, span.level), ("tools/call", Level::INFO));
    span.check(&[
        ("otel.name", "tools/call wait"),
        ("otel.kind", "server"),
        ("mcp.method.name", "tools/call"),
        ("mcp.protocol.version", "2026-07-28"),
        ("gen_ai.tool.name", "wait"),
        ("gen_ai.operation.name", "execute_tool"),
    ]);
    for absent in [
        "error.type",
        "otel.status_code",
        "gen_ai.prompt.name",
        "traceparent",
    ] {
        assert_eq!(span.get(absent), None, "{absent}");
    }
    assert!(span.is_closed);
}

#[tokio::test]
async fn every_request_has_one_and_each_tells_what_it_is_about() {
    let service = server().build().expect("a sound server");
    for (id, method, params, name, field) in [
        ("b-1", "tools/list", json!({}), "tools/list", None),
        ("b-2", "prompts/list", json!({}), "prompts/list", None),
        ("b-3", "server/discover", json!({}), "server/discover", None),
        (
            "b-4",
            "prompts/get",
            json!({"name": "greeting", "arguments": {"mark": "b-4"}}),
            "prompts/get greeting",
            Some(("gen_ai.prompt.name", "greeting")),
        ),
        (
            "b-5",
            "resources/read",
            json!({"uri": "text://b-5"}),
            "resources/read",
            Some(("mcp.resource.uri", "text://b-5")),
        ),
        (
            "b-6",
            "completion/complete",
            json!({"ref": {"type": "ref/prompt", "name": "greeting"}, "argument": {"name": "mark", "value": "b-6"}}),
            "completion/complete",
            None,
        ),
    ] {
        ask(&service, modern(id, method, params)).await;
        let span = span(id);
        assert_eq!(span.name, method);
        assert_eq!(span.begun["otel.name"], name);
        span.check(&[("otel.name", name), ("mcp.method.name", method)]);
        if let Some(field) = field {
            span.check(&[field]);
        }
        assert_eq!(span.get("gen_ai.operation.name"), None);
        assert!(span.is_closed);
    }
}

#[tokio::test]
async fn older_clients_are_told_by_the_version_of_their_handshake() {
    let service = server().build().expect("a sound server");
    let message = |id: Value, method: &str, params: Value| json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
    let initialize = json!({
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "probe", "version": "0"},
    });
    ask(&service, message(json!("c-1"), "initialize", initialize)).await;
    assert_eq!(span("c-1").name, "initialize");
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(service.handle(ready.to_string()).await, None);
    let call = json!({"name": "inline", "arguments": {"mark": "c-2"}});
    ask(&service, message(json!(731_001), "tools/call", call)).await;
    span("731001").check(&[
        ("mcp.protocol.version", "2025-06-18"),
        ("otel.name", "tools/call inline"),
    ]);
}

#[tokio::test]
async fn what_a_function_says_is_said_in_the_span_of_its_request() {
    let service = server().build().expect("a sound server");
    for (id, method, params) in [
        (
            "d-1",
            "tools/call",
            json!({"name": "sync", "arguments": {"mark": "d-1"}}),
        ),
        (
            "d-2",
            "tools/call",
            json!({"name": "wait", "arguments": {"mark": "d-2"}}),
        ),
        (
            "d-3",
            "tools/call",
            json!({"name": "inline", "arguments": {"mark": "d-3"}}),
        ),
        (
            "d-4",
            "prompts/get",
            json!({"name": "greeting", "arguments": {"mark": "d-4"}}),
        ),
        ("d-5", "resources/read", json!({"uri": "text://d-5"})),
        (
            "d-6",
            "completion/complete",
            json!({"ref": {"type": "ref/prompt", "name": "greeting"}, "argument": {"name": "mark", "value": "d-6"}}),
        ),
    ] {
        ask(&service, modern(id, method, params)).await;
        let around = around("it runs", id);
        assert_eq!(around.len(), 1, "{around:?}");
        around[0].check(&[("jsonrpc.request.id", id)]);
    }
    let further = around("it runs further", "d-1");
    assert_eq!(further[0].name, "inner");
    further[1].check(&[("jsonrpc.request.id", "d-1")]);
    around("it runs further", "d-2")[0].check(&[("jsonrpc.request.id", "d-2")]);
    assert!(span("d-1").is_closed);
}

#[tokio::test]
async fn calls_side_by_side_keep_to_their_own_spans() {
    let service = server().build().expect("a sound server");
    let calls = (0..20).map(|n| {
        let (service, id) = (service.clone(), format!("e-{n}"));
        tokio::spawn(async move {
            let call = json!({"name": "wait", "arguments": {"mark": id}});
            ask(&service, modern(&id, "tools/call", call)).await;
        })
    });
    for call in calls.collect::<Vec<_>>() {
        call.await.expect("it ends");
    }
    for n in 0..20 {
        let id = format!("e-{n}");
        let around = around("it runs further", &id);
        assert_eq!(around.len(), 1);
        around[0].check(&[("jsonrpc.request.id", &id)]);
    }
}

#[tokio::test]
async fn a_span_of_the_program_is_the_parent_and_reaches_functions_as_well() {
    use tracing::Instrument as _;
    let service = server().build().expect("a sound server");
    let call = json!({"name": "sync", "arguments": {"mark": "f-1"}});
    let asked = ask(&service, modern("f-1", "tools/call", call));
    asked.instrument(tracing::info_span!("outer")).await;
    let names: Vec<_> = around("it runs", "f-1")
        .iter()
        .map(|span| span.name)
        .collect();
    assert_eq!(names, ["tools/call", "outer"]);
}

#[tokio::test]
async fn notifications_have_no_span() {
    let service = server().build().expect("a sound server");
    let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "g-1"}});
    assert_eq!(service.handle(cancelled.to_string()).await, None);
    assert!(spans("g-1").is_empty());
}
