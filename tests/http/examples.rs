//! The examples that serve over HTTP, run as programs.
#![cfg(unix)]

use std::process::Command;

use rustix::process::Signal;
use serde_json::json;

use crate::program::Program;
use crate::programs::over_http;
use crate::{Request, read_until};

#[tokio::test]
async fn a_server_inside_a_program_of_ones_own_serves_until_it_is_told_to_stop() {
    let program = Program::spawn(&mut Command::new(over_http("http")));
    let call = Request::call("add", json!({"a": 1, "b": 2}));
    assert_eq!(program.send(&call).await.status, 401);
    let call = call.header("Authorization", "Bearer secret");
    let answer = program.send(&call).await.json();
    assert_eq!(answer["result"]["content"][0]["text"], "3");
    program.signal(Signal::INT);
    assert_eq!(program.wait().status.code(), Some(0));
}

#[tokio::test]
async fn a_mounted_server_sees_what_the_middleware_of_its_host_found_out() {
    let program = Program::spawn(&mut Command::new(over_http("axum_mount")));
    let greet = |key: &str| Request::call("greet", json!({})).header("X-Api-Key", key);
    for (key, text) in [("k-anna", "Hello, Anna (admin)."), ("k-ben", "Hello, Ben.")] {
        let answer = program.send(&greet(key)).await.json();
        assert_eq!(answer["result"]["content"][0]["text"], text);
    }
    // The host refuses by itself.
    assert_eq!(program.send(&greet("k-nobody")).await.status, 401);
    // And has pages of its own.
    let health = program.send(&Request::new("GET").path("/health")).await;
    assert_eq!((health.status, &*health.body), (200, "well"));
    // An open stream does not hold its end up.
    let initialize = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "probe", "version": "0"},
    }});
    let begun = Request::post(&initialize).header("X-Api-Key", "k-anna");
    let begun = program.send(&begun).await;
    let stream = Request::new("GET")
        .header("X-Api-Key", "k-anna")
        .header("Accept", "text/event-stream")
        .header(
            "Mcp-Session-Id",
            begun.header("mcp-session-id").expect("a session"),
        );
    let mut stream = stream.open(program.address).await;
    read_until(&mut stream, ": alive").await;
    program.signal(Signal::INT);
    assert_eq!(program.wait().status.code(), Some(0));
}
