//! How a span tells that its request failed.

use serde_json::json;

use crate::{ask, modern, server, span};

#[tokio::test]
async fn an_error_of_the_protocol_is_told_by_its_code() {
    let service = server().build().expect("a sound server");
    for (id, method, params, code, name) in [
        ("h-1", "no/such", json!({}), "-32601", "request"),
        (
            "h-2",
            "tools/call",
            json!({"name": "nothing"}),
            "-32602",
            "tools/call",
        ),
        (
            "h-3",
            "prompts/get",
            json!({"name": "greeting"}),
            "-32602",
            "prompts/get",
        ),
        (
            "h-4",
            "resources/read",
            json!({"uri": "no://such"}),
            "-32602",
            "resources/read",
        ),
    ] {
        let answer = ask(&service, modern(id, method, params)).await;
        let span = span(id);
        assert_eq!(span.name, name);
        span.check(&[
            ("error.type", code),
            ("rpc.response.status_code", code),
            ("otel.status_code", "ERROR"),
            (
                "otel.status_description",
                answer["error"]["message"].as_str().expect("text"),
            ),
            ("mcp.method.name", method),
        ]);
        assert!(span.is_closed);
    }
    // What a client makes up is no part of the name.
    span("h-2").check(&[("otel.name", "tools/call"), ("gen_ai.tool.name", "nothing")]);
}

#[tokio::test]
async fn a_tool_that_failed_is_told_and_its_text_is_not() {
    let service = server().build().expect("a sound server");
    for (id, arguments) in [
        ("i-1", json!({"panic": false})),
        ("i-2", json!({"panic": true})),
        ("i-3", json!({"panic": "no bool"})),
    ] {
        let call = json!({"name": "fail", "arguments": arguments});
        let answer = ask(&service, modern(id, "tools/call", call)).await;
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        let span = span(id);
        span.check(&[("error.type", "tool_error"), ("otel.status_code", "ERROR")]);
        assert_eq!(span.get("rpc.response.status_code"), None);
        let shown = format!("{span:?}");
        assert!(
            !shown.contains("it failed") && !shown.contains("no bool"),
            "{shown}"
        );
    }
}

#[tokio::test]
async fn a_call_that_is_dropped_closes_its_span() {
    let service = server().build().expect("a sound server");
    let call = json!({"name": "wait", "arguments": {"mark": "j-1"}});
    let message = modern("j-1", "tools/call", call).to_string();
    match service.connect().receive(message.into_bytes()) {
        mcp::server::Answer::Later(answer) => drop(answer),
        other => panic!("{other:?}"),
    }
    let span = span("j-1");
    assert!(span.is_closed);
    assert_eq!(span.get("error.type"), None);
}
