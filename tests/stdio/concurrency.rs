//! Calls run side by side, and nothing delays what is quick (STD-20, STD-26; CAN-10 in part).

use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{BOTH, Client, Era, code, fixture_as, text};

/// Quick is quick even on a machine under load.
const QUICK: Duration = Duration::from_secs(2);

fn check_quick(client: &mut Client) {
    let began = Instant::now();
    client.check_alive();
    client.send(&client.era.request("list", "tools/list", json!({})));
    assert!(client.answer()["result"]["tools"].is_array());
    if client.era == Era::Legacy {
        client.send(&client.era.request("ping", "ping", json!({})));
        assert_eq!(client.answer()["result"], json!({}));
    }
    assert!(began.elapsed() < QUICK, "{:?}", began.elapsed());
}

#[test]
fn a_blocking_tool_delays_nobody() {
    for era in BOTH {
        let mut client = Client::start(era);
        client.call(1, "block", json!({"ms": 3000}));
        check_quick(&mut client);
        assert_eq!(text(&client.answer()), "3000");
    }
}

#[test]
fn a_blocking_tool_delays_nobody_on_a_runtime_of_one_thread() {
    for era in BOTH {
        let mut client = Client::start_command(era, &mut fixture_as("one-thread"));
        client.call(1, "block", json!({"ms": 3000}));
        check_quick(&mut client);
        assert_eq!(text(&client.answer()), "3000");
    }
}

#[test]
fn many_blocking_tools_at_once_do_not_starve_the_reader() {
    for era in BOTH {
        let mut client = Client::start(era);
        for id in 0..64 {
            client.call(id, "block", json!({"ms": 3000}));
        }
        check_quick(&mut client);
        assert_eq!(
            client
                .answers(64)
                .iter()
                .filter(|answer| text(answer) == "3000")
                .count(),
            64
        );
    }
}

#[test]
fn answers_come_as_they_are_ready() {
    for era in BOTH {
        let mut client = Client::start(era);
        client.call(1, "slow", json!({"ms": 300}));
        client.call(2, "echo", json!({"text": "first"}));
        assert_eq!(client.answer()["id"], 2);
        assert_eq!(client.answer()["id"], 1);
    }
}

#[test]
fn one_call_too_many_is_told_to_come_back_and_a_cancellation_still_gets_through() {
    for era in BOTH {
        let mut client = Client::start(era);
        for id in 0..1025 {
            client.call(id, "slow", json!({"ms": 60_000}));
        }
        let busy = client.answer();
        assert_eq!((busy["id"].as_i64(), code(&busy)), (Some(1024), -32603));
        assert!(busy["error"]["data"]["retryAfterMs"].is_u64());
        client.send(
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#,
        );
        // The place of the cancelled call is free, perhaps a moment later.
        let free = (0..500).any(|_| {
            std::thread::sleep(Duration::from_millis(5));
            client.call("again", "echo", json!({"text": "x"}));
            client.answer().get("result").is_some()
        });
        assert!(free);
        client.signal(rustix::process::Signal::KILL);
    }
}

#[test]
fn thousands_of_calls_in_one_write_are_all_answered() {
    for era in BOTH {
        let mut client = Client::start(era);
        let calls: String = (0..5000)
            .map(|id| match id % 10 {
                0 => era.call(id, "opt", json!({})) + "\n",
                _ => era.call(id, "no such tool", json!({})) + "\n",
            })
            .collect();
        client.send_bytes(calls.as_bytes());
        let mut ids: Vec<_> = client
            .answers(5000)
            .iter()
            .filter_map(|answer| answer["id"].as_u64())
            .collect();
        ids.sort_unstable();
        assert!(ids.into_iter().eq(0..5000));
    }
}

#[test]
fn a_client_that_does_not_read_slows_itself_down_alone() {
    let mut client = Client::start(Era::Modern);
    // 200 answers of 200 kB are more than any pipe holds; the test's own reader takes them as they
    // come.
    let calls: String = (0..200)
        .map(|id| Era::Modern.call(id, "big", json!({"n": 200_000})) + "\n")
        .collect();
    client.send_bytes(calls.as_bytes());
    for answer in client.answers(200) {
        assert_eq!(text(&answer).len(), 200_000);
    }
}
