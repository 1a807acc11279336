//! Streams and long calls through nginx.

use crate::everything;
use crate::peer::{Request, Response, read_until};
use crate::proxy::Proxy;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A call that lasts some tenths of a second.
fn wait(tenths: u32, progress: bool) -> Request {
    let mut params = json!({"name": "wait", "arguments": {"tenths": tenths}});
    if progress {
        params["_meta"] = json!({"progressToken": "p"});
    }
    Request::modern("tools/call", params).header("Accept", "application/json, text/event-stream")
}

/// The answer, which may stand behind other events.
fn text(answer: &Response) -> Value {
    let events = answer.events();
    let last = events.last().unwrap_or_else(|| panic!("{answer:?}"));
    last["result"]["content"][0]["text"].clone()
}

#[tokio::test]
async fn events_come_through_a_proxy_that_buffers_as_soon_as_they_are_sent() {
    let server = everything(&[]);
    let proxy = match Proxy::start("events", &[server.address()]) {
        Ok(proxy) => proxy,
        Err(missing) => return missing.pass_or_panic(),
    };
    // All its events together are smaller than the proxy's buffers, so what is kept back comes with the end.
    let begun = Instant::now();
    let mut stream = wait(200, true).open(proxy.address).await;
    let seen = read_until(&mut stream, "notifications/progress").await;
    // The call lasts for twenty seconds, so that this is no close thing on a machine with other things to do.
    assert!(begun.elapsed() < Duration::from_secs(10), "{seen}");
}

#[tokio::test]
async fn a_silent_call_of_seventy_seconds_survives_a_proxy_that_gives_up_after_sixty() {
    let server = everything(&[]);
    let proxy = match Proxy::start("silence", &[server.address()]) {
        Ok(proxy) => proxy,
        Err(missing) => return missing.pass_or_panic(),
    };
    let answer = wait(700, false).send(proxy.address).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(text(&answer), "waited for 700 tenths of a second");
}

#[tokio::test]
async fn a_silent_call_of_an_older_client_survives_as_well() {
    let server = everything(&[]);
    let proxy = match Proxy::start("older", &[server.address()]) {
        Ok(proxy) => proxy,
        Err(missing) => return missing.pass_or_panic(),
    };
    let initialize = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "probe", "version": "0"},
    }});
    let begun = Request::post(&initialize).send(proxy.address).await;
    let session = begun
        .header("mcp-session-id")
        .expect("a session")
        .to_owned();
    let in_session = |message: &Value| {
        Request::post(message)
            .header("Mcp-Session-Id", &session)
            .header("Accept", "application/json, text/event-stream")
    };
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    in_session(&ready).send(proxy.address).await;
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "wait", "arguments": {"tenths": 700},
    }});
    let answer = in_session(&call).send(proxy.address).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(text(&answer), "waited for 700 tenths of a second");
}
