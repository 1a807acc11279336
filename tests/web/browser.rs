//! Pages in a browser: one of an origin that is allowed, with and without a token, and one that is not.
//!
//! The browser takes the origins' names for this machine, so nothing leaves it.

use crate::pages::Site;
use crate::served::Served;
use crate::{everything, installed_program};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// How long a page may take, with a browser that has just been started.
const PATIENCE: Duration = Duration::from_secs(90);

/// The browser, killed when this is dropped.
struct Browser(Child);

impl Drop for Browser {
    fn drop(&mut self) {
        // One that has ended already is no reason to fail.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What a page of `http://HOST` on the site reports of a server; `None` without a browser.
fn visit(host: &str, site: &Site, server: &Served, token: &str) -> Option<Value> {
    let program = match installed_program("chromium") {
        Ok(program) => program,
        Err(missing) => {
            missing.pass_or_panic();
            return None;
        }
    };
    let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("chromium-{host}"));
    // The answers to earlier preflights are kept in it.
    let _ = fs::remove_dir_all(&profile);
    let port = site.address.port();
    let url = format!(
        "http://{host}:{port}/?server={}&token={token}",
        server.url()
    );
    let browser = Command::new(program)
        .args([
            "--headless",
            // its sandbox is not for root, which tests may be run as
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--remote-debugging-port=0",
            "--host-resolver-rules=MAP *.example 127.0.0.1",
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let _browser = Browser(browser.expect("the browser starts"));
    let report = site.reports.recv_timeout(PATIENCE);
    Some(report.expect("the page reports"))
}

/// Holds the report of a page of an allowed origin against what the server has.
fn check(report: &Value) {
    assert_eq!(report["error"], Value::Null, "{report:#}");
    let text = &report["text"];
    assert_eq!(text["status"], 200, "{text:#}");
    let said = &text["body"]["result"]["content"][0]["text"];
    assert_eq!(said, "This is a simple text response for testing.");

    let stream = &report["stream"];
    assert_eq!(stream["type"], "text/event-stream", "{stream:#}");
    let messages = stream["messages"].as_array().expect("messages");
    let (last, before) = messages.split_last().expect("an answer");
    let content = &last["result"]["content"][0]["text"];
    assert_eq!(content, "waited for 13 tenths of a second");
    assert_eq!(before.len(), 2, "{stream:#}");
    for message in before {
        assert_eq!(message["method"], "notifications/progress", "{stream:#}");
    }

    let to = &report["param"]["result"]["content"][0]["text"];
    assert_eq!(to, "to Sea", "{report:#}");
    let unknown = &report["unknown"]["body"]["error"];
    assert_eq!(unknown["code"], -32602, "{report:#}");
    let mismatch = &report["mismatch"];
    assert_eq!(mismatch["status"], 400, "{mismatch:#}");
    assert_eq!(mismatch["body"]["error"]["code"], -32020, "{mismatch:#}");

    let names = report["legacy"].as_array().expect("names");
    assert!(names.contains(&json!("test_simple_text")), "{names:?}");
    let resumed = &report["resumed"];
    assert_eq!(resumed["cut"], json!([]), "{resumed:#}");
    let answer = &resumed["messages"][0]["result"]["content"][0]["text"];
    assert_eq!(answer, "Reconnection test completed successfully.");
    let ended = report["ended"].as_u64().expect("a status");
    assert!((200..300).contains(&ended), "{ended}");
}

#[test]
fn a_page_of_an_allowed_origin_calls_tools_and_reads_every_answer() {
    let site = Site::start();
    let origin = format!("http://app.example:{}", site.address.port());
    let server = everything(&["--allowed-origin", &origin]);
    if let Some(report) = visit("app.example", &site, &server, "") {
        check(&report);
    }
}

#[test]
fn a_page_with_a_token_calls_tools_and_one_without_can_read_why_not() {
    let site = Site::start();
    let origin = format!("http://keyed.example:{}", site.address.port());
    let server = everything(&["--allowed-origin", &origin, "--auth-token", "a-token"]);
    if let Some(report) = visit("keyed.example", &site, &server, "a-token") {
        check(&report);
        let stranger = &report["stranger"];
        assert_eq!(stranger["status"], 401, "{stranger:#}");
        let how = stranger["how"].as_str().expect("a readable header");
        assert!(how.starts_with("Bearer"), "{how}");
    }
}

#[test]
fn a_page_of_another_origin_gets_nothing() {
    let site = Site::start();
    let origin = format!("http://app.example:{}", site.address.port());
    let server = everything(&["--allowed-origin", &origin]);
    if let Some(report) = visit("evil.example", &site, &server, "") {
        // The browser's words for an answer that it keeps to itself.
        assert_eq!(report, json!({"error": "TypeError: Failed to fetch"}));
    }
}
