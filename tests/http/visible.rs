//! Tools that only some callers may see, by what is known of the HTTP request.

use crate::message;
use crate::origin::Request;
use mcp::transport::http::HttpService;
use mcp::{Caller, Server};
use serde_json::{Value, json};

/// Says where it is.
#[mcp::tool(unlisted)]
fn place(#[arg(header = "Region")] region: String) -> String {
    region
}

/// Says hello.
#[mcp::tool(unlisted)]
fn hello() -> &'static str {
    "hello"
}

fn service() -> HttpService {
    let server = Server::new("places", "1.0.0").tools(mcp::tools![place, hello]);
    let server = server.visible(|tool, viewer| {
        let known = viewer.caller().is_some_and(|caller| caller.id() == "alice");
        let marked = viewer
            .headers()
            .is_some_and(|headers| headers.contains_key("x-open"));
        known || (tool.name() == "hello" && marked)
    });
    server.into_http_service().expect("a sound server")
}

fn names(listed: &Value) -> Vec<&str> {
    let tools = listed["tools"].as_array().expect("a list");
    tools
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect()
}

#[tokio::test]
async fn the_caller_and_the_headers_decide_what_is_listed_and_called() {
    let service = service();
    let list = async |request: Request| request.modern(&service, "tools/list", json!({})).await;
    let alice = || Request::default().with(Caller::new("alice"));
    assert_eq!(names(&list(alice()).await), ["hello", "place"]);
    assert_eq!(
        names(&list(Request::default().with(Caller::new("bob"))).await),
        [""; 0]
    );
    assert_eq!(
        names(&list(Request::default().header("x-open", "1")).await),
        ["hello"]
    );
    assert_eq!(alice().call(&service, "hello").await, "hello");
}

#[tokio::test]
async fn sessions_see_by_the_caller_of_each_request() {
    let service = service();
    let initialize = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "probe", "version": "0"},
    }});
    let (_, session, _) = Request::default().send(&service, &initialize).await;
    let session = session.expect("a session");
    let request = || Request::default().header("mcp-session-id", &session);
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(request().send(&service, &ready).await.0, 202);
    let list = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
    let (_, _, answer) = request().send(&service, &list).await;
    assert_eq!(names(&answer["result"]), [""; 0]);
    let (_, _, answer) = request().header("x-open", "1").send(&service, &list).await;
    assert_eq!(names(&answer["result"]), ["hello"]);
}

#[tokio::test]
async fn headers_do_not_tell_that_a_hidden_tool_is_there() {
    let service = service();
    let call = async |request: Request, tool: &str| {
        let params = json!({"name": tool, "arguments": {"region": "north"}});
        let request = request
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", "tools/call")
            .header("mcp-name", tool);
        let (status, _, answer) = request.send(&service, &message("tools/call", params)).await;
        (
            status,
            answer["error"]["code"].clone(),
            answer["error"]["message"].clone(),
        )
    };
    let alice = Request::default().with(Caller::new("alice"));
    // without the header that repeats the argument
    assert_eq!(call(alice, "place").await.1, -32020);
    let (status, code, text) = call(Request::default(), "place").await;
    assert_eq!((status, code), (400, json!(-32602)));
    assert_eq!(text, "unknown tool `place`");
    let (status, code, text) = call(Request::default(), "plaza").await;
    assert_eq!((status, code), (400, json!(-32602)));
    assert_eq!(text, "unknown tool `plaza`");
}
