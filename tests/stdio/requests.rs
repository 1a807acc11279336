//! Ids, notifications and the order of the handshake over stdio (STD-10, STD-14, STD-15, STD-16,
//! STD-19, STD-23, STD-24).

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{BOTH, Client, Era, INIT, READY, code, fixture, text};

#[test]
fn requests_before_the_handshake_are_answered_and_the_process_lives() {
    let mut client = Client::start_silent(Era::Legacy, &mut fixture());
    client.send(&Era::Modern.request(1, "server/discover", json!({})));
    assert!(client.answer()["result"]["supportedVersions"].is_array());
    for (line, expected) in [
        (Era::Legacy.request(2, "ping", json!({})), None),
        (Era::Legacy.request(3, "foo/bar", json!({})), Some(-32601)),
        (
            Era::Legacy.request(4, "tools/list", json!({})),
            Some(-32600),
        ),
        (
            Era::Legacy.call(5, "echo", json!({"text": "x"})),
            Some(-32600),
        ),
    ] {
        client.send(&line);
        let answer = client.answer();
        assert_eq!(answer["error"]["code"].as_i64(), expected, "{line}");
    }
    client.send(INIT);
    assert_eq!(client.answer()["id"], 0);
    client.send(READY);
    client.check_alive();
    client.finish().check_quiet();
}

#[test]
fn a_junk_first_line_does_not_end_the_process() {
    let mut client = Client::start_silent(Era::Modern, &mut fixture());
    client.send("hello?");
    assert_eq!(code(&client.answer()), -32700);
    client.check_alive();
}

#[test]
fn ids_come_back_as_they_were_sent() {
    for era in BOTH {
        let mut client = Client::start(era);
        for id in [
            r#""1""#,
            r#""01""#,
            r#""""#,
            r#""é""#,
            "1",
            "0",
            "-5",
            "9007199254740993",
            r#""1.0""#,
        ] {
            let line = era
                .call("#", "echo", json!({"text": "x"}))
                .replace(r##""#""##, id);
            client.send(&line);
            let answer = client.answer();
            assert_eq!(
                answer["id"],
                serde_json::from_str::<Value>(id).expect("an id")
            );
            assert_eq!(text(&answer), "x");
        }
    }
}

#[test]
fn an_id_of_zero_can_be_cancelled() {
    for era in BOTH {
        let mut client = Client::start(era);
        let path =
            std::env::temp_dir().join(format!("mcp-cancelled-{}-{era:?}", std::process::id()));
        client.call(0, "guarded", json!({"path": path, "ms": 60_000}));
        let exists = |wanted: bool| {
            let found = (0..1000).any(|_| {
                std::thread::sleep(Duration::from_millis(5));
                path.exists() == wanted
            });
            assert!(found, "the file should exist: {wanted}");
        };
        exists(true);
        client.send(
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":0}}"#,
        );
        exists(false);
        client.check_alive();
        assert!(client.finish().check_quiet().is_empty());
    }
}

#[test]
fn cancelling_what_is_not_there_has_no_effect() {
    for era in BOTH {
        let mut client = Client::start(era);
        client.call(1, "slow", json!({"ms": 100}));
        for params in [
            r#"{}"#,
            r#"{"requestId":null}"#,
            r#"{"requestId":{}}"#,
            r#"{"requestId":"nope"}"#,
            r#"{"requestId":"1"}"#,
        ] {
            client.send(&format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{params}}}"#
            ));
        }
        assert_eq!(text(&client.answer()), "100");
        client.check_alive();
    }
}

#[test]
fn ids_that_are_none_are_refused() {
    for era in BOTH {
        let mut client = Client::start(era);
        let long = "1".repeat(400);
        for id in ["null", "1.5", "true", "{}", "[]", &long] {
            client.send(
                &era.call("#", "echo", json!({"text": "x"}))
                    .replace(r##""#""##, id),
            );
            let answer = client.answer();
            assert_eq!(code(&answer), -32600, "{id}");
            assert!(answer.get("id").is_none_or(Value::is_null), "{answer}");
        }
        client.check_alive();
    }
}

#[test]
fn a_notification_with_an_id_is_refused_and_a_request_without_one_is_a_notification() {
    for era in BOTH {
        let mut client = Client::start(era);
        client.send(r#"{"jsonrpc":"2.0","id":3,"method":"notifications/initialized"}"#);
        let answer = client.answer();
        assert_eq!(answer["id"], 3);
        assert_eq!(code(&answer), -32601);
        let path = std::env::temp_dir().join(format!("mcp-no-id-{}-{era:?}", std::process::id()));
        let mut call: Value =
            serde_json::from_str(&era.call(1, "guarded", json!({"path": path, "ms": 60_000})))
                .expect("a call");
        call.as_object_mut().expect("an object").remove("id");
        client.send(&call.to_string());
        client.check_alive();
        std::thread::sleep(Duration::from_millis(100));
        assert!(!path.exists(), "the call was run");
        assert!(client.finish().check_quiet().is_empty());
    }
}

#[test]
fn a_second_request_with_an_id_in_flight_is_refused_at_once_and_the_first_is_answered() {
    for era in BOTH {
        let mut client = Client::start(era);
        client.call(1, "slow", json!({"ms": 500}));
        client.call(1, "slow", json!({"ms": 500}));
        let answers = client.answers(2);
        assert_eq!(code(&answers[0]), -32600);
        assert_eq!(answers[0]["id"], 1);
        assert_eq!(text(&answers[1]), "500");
        // Once it is answered, the id is free again.
        client.call(1, "echo", json!({"text": "again"}));
        assert_eq!(text(&client.answer()), "again");
    }
}

#[test]
fn notifications_that_nobody_knows_are_ignored() {
    for era in BOTH {
        let mut client = Client::start(era);
        client.send(READY);
        client.send(r#"{"jsonrpc":"2.0","method":"$/setTrace","params":{}}"#);
        client.send(r#"{"jsonrpc":"2.0","method":"notifications/unknown"}"#);
        client.send(r#"{"jsonrpc":"2.0","method":"window/logMessage","params":[1]}"#);
        client.check_alive();
        client.finish().check_quiet();
    }
}

#[test]
fn a_second_handshake_is_refused_and_calls_in_flight_go_on() {
    let mut client = Client::start(Era::Legacy);
    client.call(1, "slow", json!({"ms": 200}));
    client.send(
        &INIT
            .replace(r#""id":0"#, r#""id":5"#)
            .replace("2025-11-25", "2024-11-05"),
    );
    let answer = client.answer();
    assert_eq!((answer["id"].as_i64(), code(&answer)), (Some(5), -32600));
    assert_eq!(text(&client.answer()), "200");
    // Still the revision of the first: in 2024-11-05 an error without an id says `null`.
    client.send("junk");
    assert_eq!(client.answer().get("id"), None);
}

#[test]
fn both_eras_may_speak_over_one_channel() {
    let mut client = Client::start(Era::Legacy);
    client.send(&Era::Modern.call(1, "echo", json!({"text": "modern"})));
    let modern = client.answer();
    client.call(2, "echo", json!({"text": "legacy"}));
    let legacy = client.answer();
    assert_eq!((text(&modern), text(&legacy)), ("modern", "legacy"));
    assert!(modern["result"]["resultType"].is_string());
    assert!(legacy["result"].get("resultType").is_none());
}
