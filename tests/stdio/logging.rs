//! What the library logs, and what it does not (LOG-01).

use serde_json::json;

use crate::client::{BOTH, Client, Ended, fixture};

fn session(level: &str) -> impl Iterator<Item = Ended> {
    BOTH.into_iter().map(move |era| {
        let mut client = Client::start_command(era, fixture().env("FIXTURE_LOG", level));
        client.call(1, "echo", json!({"text": "payload-7f"}));
        client.call(2, "slow", json!({"ms": 1}));
        client.send(
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#,
        );
        client.answers(2);
        client.send("payload-7f is no JSON");
        client.answer();
        client.finish()
    })
}

#[test]
fn a_normal_session_logs_no_warning() {
    for ended in session("WARN") {
        ended.check_quiet();
    }
}

#[test]
fn no_payload_is_logged_down_to_debug() {
    for ended in session("DEBUG") {
        ended.check_well();
        assert!(!ended.stderr.contains("payload-7f"), "{}", ended.stderr);
    }
}
