//! The examples that serve over HTTP, run as programs.
#![cfg(unix)]

use std::process::Command;

use rustix::process::Signal;
use serde_json::json;

use crate::Request;
use crate::program::Program;
use crate::programs::over_http;

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
