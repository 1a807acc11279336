//! Progress over the channel: before the answer of its call, never after, in whole lines (STD-15,
//! STD-26, CAN-05, CAN-06).

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::client::{BOTH, Client, text};

impl Client {
    /// Calls a tool with a token.
    fn call_with_token(&mut self, id: i64, token: Value, tool: &str, arguments: Value) {
        let mut request: Value =
            serde_json::from_str(&self.era.call(id, tool, arguments)).expect("JSON");
        request["params"]["_meta"]["progressToken"] = token;
        self.send(&request.to_string());
    }
}

/// Reads until `calls` answers have come, each call's token being its id: gives the numbers that
/// were reported for each, all of them before the answer.
fn read(client: &Client, calls: usize) -> HashMap<i64, Vec<f64>> {
    let mut open: HashMap<i64, Vec<f64>> = HashMap::new();
    let mut done = HashMap::new();
    while done.len() < calls {
        let line = client.answer();
        if let Some(id) = line["id"].as_i64() {
            text(&line);
            done.insert(id, open.remove(&id).unwrap_or_default());
            continue;
        }
        assert_eq!(line["method"], "notifications/progress", "{line}");
        let params = &line["params"];
        let token = params["progressToken"].as_i64().expect("the token");
        assert!(!done.contains_key(&token), "after the answer: {line}");
        let number = params["progress"].as_f64().expect("a number");
        open.entry(token).or_default().push(number);
    }
    assert!(open.is_empty(), "{open:?}");
    done
}

#[test]
fn progress_comes_before_the_answer_with_the_token_as_it_was_sent() {
    for era in BOTH {
        let mut client = Client::start(era);
        for token in [json!(7), json!("7"), json!(0), json!("")] {
            client.call_with_token(1, token.clone(), "report", json!({"n": 3, "ms": 30}));
            for step in 1..=3 {
                let line = client.answer();
                assert_eq!(
                    line["params"],
                    json!({"progressToken": token, "progress": step, "total": 3,
                        "message": format!("step {step}")}),
                    "{line}"
                );
            }
            assert_eq!(text(&client.answer()), "3");
        }
        client.check_alive();
        client.finish().check_quiet();
    }
}

#[test]
fn a_call_that_is_done_at_once_has_its_progress_first() {
    for era in BOTH {
        let mut client = Client::start(era);
        client.call_with_token(1, json!("t"), "report", json!({"n": 1, "ms": 0}));
        assert_eq!(client.answer()["params"]["progress"], 1);
        assert_eq!(text(&client.answer()), "1");
    }
}

#[test]
fn many_calls_report_at_once_in_whole_lines_and_each_before_its_answer() {
    for era in BOTH {
        let mut client = Client::start(era);
        for id in 1..=40 {
            let tool = if id % 2 == 0 { "report" } else { "report_sync" };
            client.call_with_token(id, json!(id), tool, json!({"n": 100, "ms": 1}));
        }
        let reports = read(&client, 40);
        for (id, numbers) in reports {
            assert!(numbers.is_sorted_by(|a, b| a < b), "{id}: {numbers:?}");
            assert_eq!(numbers.first(), Some(&1.0), "{id}");
            assert_eq!(numbers.last(), Some(&100.0), "{id}");
        }
        client.check_alive();
    }
}

#[test]
fn a_cancelled_call_is_silent() {
    for era in BOTH {
        for token in [json!(0), json!("")] {
            let mut client = Client::start(era);
            let arguments = json!({"n": 10_000, "ms": 25});
            client.call_with_token(0, token.clone(), "report", arguments);
            assert_eq!(client.answer()["params"]["progressToken"], token);
            client.send(
                r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":0}}"#,
            );
            client.call(1, "echo", json!({"text": "x"}));
            // what was under way when the cancellation was read
            while client.answer()["id"] != 1 {}
            client.call(2, "slow", json!({"ms": 200}));
            assert_eq!(client.answer()["id"], 2);
        }
    }
}

#[test]
fn a_silent_sync_call_is_reported_at_its_heartbeat() {
    for era in BOTH {
        let mut client = Client::start(era);
        client.call_with_token(1, json!(1), "silent", json!({"ms": 400}));
        let reports = read(&client, 1);
        assert!(reports[&1].len() >= 2, "{reports:?}");
        client.call(2, "silent", json!({"ms": 200}));
        assert_eq!(client.answer()["id"], 2);
    }
}
