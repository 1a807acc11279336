//! Tools that need something of the client, and clients that do not have it.

use crate::{Client, LEGACY, meta};
use mcp::{ClientCapabilities, Context, Server, Service};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering};

/// How often a body ran.
#[derive(Default)]
struct Runs(AtomicU32);

#[mcp::tool(unlisted, requires(elicitation))]
fn ask(runs: &Runs, n: u8) -> u8 {
    runs.0.fetch_add(1, Ordering::Relaxed);
    n
}

#[mcp::tool(unlisted, inline, requires(elicitation(url), sampling(tools), roots))]
fn everything(runs: &Runs) -> u32 {
    runs.0.fetch_add(1, Ordering::Relaxed)
}

#[mcp::tool(unlisted, requires(elicitation(form, url)))]
async fn both(runs: &Runs) -> u32 {
    runs.0.fetch_add(1, Ordering::Relaxed)
}

/// Tells what it may ask for.
#[mcp::tool(unlisted)]
fn told(context: &Context) -> String {
    let capabilities = context.capabilities();
    [
        (ClientCapabilities::ELICITATION, "form"),
        (ClientCapabilities::ELICITATION_URL, "url"),
        (ClientCapabilities::SAMPLING, "sampling"),
        (ClientCapabilities::SAMPLING_TOOLS, "tools"),
        (ClientCapabilities::ROOTS, "roots"),
    ]
    .iter()
    .filter(|(capability, _)| capabilities.contains(*capability))
    .map(|(_, name)| format!("{name} "))
    .collect()
}

fn service() -> Service {
    let server = Server::new("demo", "1.0.0").tools(mcp::tools![ask, everything, both, told]);
    server
        .state(Runs::default())
        .build()
        .expect("a sound server")
}

/// The answer to a modern client with these capabilities.
async fn answer(service: &Service, tool: &str, arguments: Value, capabilities: Value) -> Value {
    let mut meta = meta("2026-07-28");
    meta["io.modelcontextprotocol/clientCapabilities"] = capabilities;
    let params = json!({"name": tool, "arguments": arguments, "_meta": meta});
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    Client::silent(service)
        .send(&request)
        .await
        .expect("an answer")
}

#[tokio::test]
async fn a_modern_client_without_the_capability_gets_an_error_that_names_it() {
    let service = service();
    for (tool, declared, missing, names) in [
        (
            "ask",
            json!({}),
            json!({"elicitation": {}}),
            "`elicitation`",
        ),
        (
            "ask",
            json!({"elicitation": {"url": {}}}),
            json!({"elicitation": {}}),
            "`elicitation`",
        ),
        (
            "ask",
            json!({"elicitation": null, "roots": {}}),
            json!({"elicitation": {}}),
            "`elicitation`",
        ),
        (
            "everything",
            json!({}),
            json!({"elicitation": {"url": {}}, "sampling": {"tools": {}}, "roots": {}}),
            "`elicitation.url`, `sampling.tools` and `roots`",
        ),
        (
            "everything",
            json!({"elicitation": {}, "sampling": {}}),
            json!({"elicitation": {"url": {}}, "sampling": {"tools": {}}, "roots": {}}),
            "`elicitation.url`, `sampling.tools` and `roots`",
        ),
        (
            "both",
            json!({}),
            json!({"elicitation": {"form": {}, "url": {}}}),
            "`elicitation` and `elicitation.url`",
        ),
        (
            "both",
            json!({"elicitation": {}}),
            json!({"elicitation": {"url": {}}}),
            "`elicitation.url`",
        ),
    ] {
        // before the arguments are looked at
        let answer = answer(&service, tool, json!({"n": "x"}), declared).await;
        assert_eq!(
            answer["error"],
            json!({
                "code": -32021,
                "message": format!("`{tool}` needs a client that declares {names}; this one does not"),
                "data": {"requiredCapabilities": missing},
            })
        );
    }
    let capable =
        json!({"elicitation": {"form": {}, "url": {}}, "sampling": {"tools": {}}, "roots": {}});
    let first = answer(&service, "everything", json!({}), capable).await;
    assert_eq!(
        first["result"]["structuredContent"], 0,
        "no body ran before: {first}"
    );
}

#[tokio::test]
async fn a_client_with_the_capability_is_served() {
    let service = service();
    for declared in [
        json!({"elicitation": {}}),
        json!({"elicitation": {"form": {"x": 1}}, "y": 2}),
    ] {
        let answer = answer(&service, "ask", json!({"n": 1}), declared).await;
        assert_eq!(answer["result"]["structuredContent"], 1, "{answer}");
    }
}

async fn legacy(service: &Service, version: &str, capabilities: Value) -> Client {
    let client = Client::silent(service);
    let mut initialize = crate::initialize(version);
    initialize["params"]["capabilities"] = capabilities;
    client.send(&initialize).await;
    client
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
        .await;
    client
}

#[tokio::test]
async fn an_older_client_without_the_capability_gets_a_result_that_the_model_reads() {
    let service = service();
    for version in LEGACY {
        let client = legacy(&service, version, json!({"sampling": {}})).await;
        let result = client.call("ask", json!({"n": 1})).await;
        assert_eq!(
            result,
            json!({
                "content": [{
                    "type": "text",
                    "text": "`ask` needs a client that declares `elicitation`; this one does not",
                }],
                "isError": true,
            })
        );
    }
    let client = legacy(&service, "2025-11-25", json!({"elicitation": {}})).await;
    assert_eq!(client.text("ask", json!({"n": 1})).await, "1");
}

#[tokio::test]
async fn a_tool_sees_what_the_clients_revision_knows() {
    let service = service();
    let all =
        json!({"elicitation": {"form": {}, "url": {}}, "sampling": {"tools": {}}, "roots": {}});
    for version in LEGACY {
        let client = legacy(&service, version, all.clone()).await;
        let expected = match version {
            "2025-11-25" => "form url sampling tools roots ",
            "2025-06-18" => "form sampling roots ",
            _ => "sampling roots ",
        };
        assert_eq!(client.text("told", json!({})).await, expected, "{version}");
    }
    let answer = answer(&service, "told", json!({}), all).await;
    assert_eq!(
        crate::text(&answer["result"]),
        "form url sampling tools roots "
    );
}
