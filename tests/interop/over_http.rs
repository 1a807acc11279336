//! The same clients and tables over HTTP: every example behind `--http-port`, with and without a token, and
//! the examples that serve over HTTP by themselves.

use crate::peers::Script;
use crate::programs::{over_http, programs};
use crate::served::Served;
use crate::{PYTHON_NEW_LINE, PYTHON_OLD_LINE, TYPESCRIPT_NEW_LINE, TYPESCRIPT_OLD_LINE, table};
use serde_json::json;
use std::ffi::OsStr;
use std::process::Command;

/// The examples that are served over HTTP alone.
pub(crate) const EXAMPLES: [&str; 2] = ["axum_mount", "http"];

/// What has to be sent to them.
fn headers(example: &str) -> serde_json::Value {
    match example {
        "axum_mount" => json!({"X-Api-Key": "k-anna"}),
        _ => json!({"Authorization": "Bearer secret"}),
    }
}

/// Runs a script against one served example; whether the client is there.
fn run(script: &Script, mode: &str, example: &str, served: &Served, headers: &str) -> bool {
    let place = OsStr::new(served.url());
    match script.run(mode, &table(example), place, headers) {
        Ok(checks) => {
            let guarded = if headers == "{}" { "" } else { ", guarded" };
            eprintln!(
                "{} {mode} {example} over HTTP{guarded}: {checks} checks",
                script.file
            );
            true
        }
        Err(missing) => {
            missing.pass_or_panic();
            false
        }
    }
}

/// Runs a script in one of its modes against every example.
fn check(script: &Script, mode: &str) {
    for (example, program) in programs() {
        let mut command = Command::new(program);
        command.args(["--http-port", "0"]);
        let open = Served::start(command.env_remove("MCP_AUTH_TOKEN"));
        let guarded = Served::start(command.env("MCP_AUTH_TOKEN", "a-token"));
        let token = json!({"Authorization": "Bearer a-token"}).to_string();
        if !run(script, mode, example, &open, "{}") || !run(script, mode, example, &guarded, &token)
        {
            return;
        }
    }
    for example in EXAMPLES {
        let served = Served::start(&mut Command::new(over_http(example)));
        let headers = headers(example).to_string();
        if !run(script, mode, example, &served, &headers) {
            return;
        }
    }
}

#[test]
fn typescript_new_line_as_a_legacy_client_over_http() {
    check(&TYPESCRIPT_NEW_LINE, "legacy");
}

#[test]
fn typescript_new_line_as_a_modern_client_over_http() {
    check(&TYPESCRIPT_NEW_LINE, "modern");
}

#[test]
fn typescript_new_line_that_probes_for_the_era_over_http() {
    check(&TYPESCRIPT_NEW_LINE, "auto");
}

#[test]
fn typescript_old_line_over_http() {
    check(&TYPESCRIPT_OLD_LINE, "legacy");
}

#[test]
fn python_new_line_as_a_legacy_client_over_http() {
    check(&PYTHON_NEW_LINE, "legacy");
}

#[test]
fn python_new_line_as_a_modern_client_over_http() {
    check(&PYTHON_NEW_LINE, "modern");
}

#[test]
fn python_new_line_that_probes_for_the_era_over_http() {
    check(&PYTHON_NEW_LINE, "auto");
}

#[test]
fn python_old_line_over_http() {
    check(&PYTHON_OLD_LINE, "legacy");
}
