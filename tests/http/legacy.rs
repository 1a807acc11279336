//! Messages of older clients, and the sessions they are sent in.

use serde_json::{Value, json};

use crate::{Request, Site};

pub(crate) const SESSION: &str = "Mcp-Session-Id";

pub(crate) fn initialize(version: &str) -> Request {
    Request::post(
        &json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"},
        }}),
    )
}

pub(crate) fn request(id: u32, method: &str, params: Value) -> Request {
    Request::post(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
}

pub(crate) fn wait(id: u32) -> Request {
    request(id, "tools/call", json!({"name": "wait", "arguments": {}}))
}

/// Begins a session with `like` of every request, and gives its id.
pub(crate) async fn begin(site: &Site, version: &str, like: impl Fn(Request) -> Request) -> String {
    let response = site.send(&like(initialize(version))).await;
    assert_eq!(response.status, 200, "{response:?}");
    assert_eq!(response.json()["result"]["protocolVersion"], version);
    let id = response.header(SESSION).expect("a session").to_owned();
    assert!(
        id.len() >= 32 && id.bytes().all(|byte| byte.is_ascii_graphic()),
        "{id}"
    );
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let response = site
        .send(&like(Request::post(&initialized)).header(SESSION, &id))
        .await;
    assert_eq!((response.status, response.body.as_str()), (202, ""));
    id
}

/// A call of `work` whose client wants to hear of its progress, on a stream if need be.
pub(crate) fn work(id: u32, session: &str, close: bool) -> Request {
    let params = json!({
        "name": "work", "arguments": {"close": close}, "_meta": {"progressToken": id},
    });
    request(id, "tools/call", params)
        .header(SESSION, session)
        .header("Accept", "application/json, text/event-stream")
}

/// A stream of the session; behind the event `last`, if there is one.
pub(crate) fn listen(session: &str, last: Option<&str>) -> Request {
    let get = Request::new("GET")
        .header(SESSION, session)
        .header("Accept", "text/event-stream");
    match last {
        Some(last) => get.header("Last-Event-ID", last),
        None => get,
    }
}
