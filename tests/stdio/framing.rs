//! Lines in, lines out: ends, blanks, marks, junk, slow input and lines that are too long
//! (STD-04, STD-05, STD-07, STD-08, STD-09, STD-12, STD-13).

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{BOTH, Client, Era, code, fixture, text};

#[test]
fn lines_that_are_no_message_get_one_error_each_and_the_session_lives() {
    let lines: [(&[u8], i64); 12] = [
        (b"not json", -32700),
        (b"{", -32700),
        (br#"{"jsonrpc":"#, -32700),
        (b"{} {}", -32700),
        (b"\x00", -32700),
        (br#"{"jsonrpc":"2.0","id":1,"method":"x"#, -32700),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\xFF\"}",
            -32700,
        ),
        (br#""x""#, -32600),
        (b"5", -32600),
        (b"null", -32600),
        (b"{}", -32600),
        (br#"{"jsonrpc":"1.0","method":"x","id":null}"#, -32600),
    ];
    for era in BOTH {
        let mut client = Client::start(era);
        for (line, expected) in lines {
            client.send_bytes(&[line, b"\n"].concat());
            let answer = client.answer();
            assert_eq!(code(&answer), expected, "{}", String::from_utf8_lossy(line));
            assert_eq!(answer.get("id"), None);
        }
        client.check_alive();
        client.finish().check_quiet();
    }
}

#[test]
fn a_message_over_several_lines_gets_one_error_a_line_and_the_next_good_line_its_answer() {
    for era in BOTH {
        let mut client = Client::start(era);
        let message: Value =
            serde_json::from_str(&era.call(1, "echo", json!({"text": "x"}))).expect("a message");
        let pretty = serde_json::to_string_pretty(&message).expect("a message");
        client.send(&pretty);
        for line in pretty.lines() {
            let code = code(&client.answer());
            assert!(matches!(code, -32700 | -32600), "`{line}` gave {code}");
        }
        client.check_alive();
    }
}

#[test]
fn nobody_answers_an_answer() {
    for era in BOTH {
        let mut client = Client::start(era);
        client
            .send(r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#);
        client.send(r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}"#);
        client.send(r#"{"jsonrpc":"2.0","id":7,"result":{}}"#);
        client.check_alive();
    }
}

#[test]
fn line_ends_blanks_and_marks_do_not_matter() {
    for era in BOTH {
        let mut client = Client::start(era);
        let call = |id: i32| era.call(id, "echo", json!({"text": "x"}));
        let input = format!(
            "\u{FEFF}{}\r\n\n\r\n \t \n  \t{} \t\r\n\n{}\n",
            call(1),
            call(2),
            call(3)
        );
        client.send_bytes(input.as_bytes());
        let mut ids: Vec<_> = client
            .answers(3)
            .iter()
            .map(|answer| answer["id"].as_i64())
            .collect();
        ids.sort_unstable();
        assert_eq!(ids, [Some(1), Some(2), Some(3)]);
        assert!(client.finish().check_quiet().is_empty());
    }
}

#[test]
fn a_mark_before_the_first_message_of_all_does_not_matter() {
    let mut client = Client::start_silent(Era::Modern, &mut fixture());
    let call = Era::Modern.call(1, "echo", json!({"text": "x"}));
    client.send(&format!("\u{FEFF}{call}"));
    assert_eq!(text(&client.answer()), "x");
}

#[test]
fn bytes_that_are_no_utf8_are_refused_and_not_replaced() {
    for era in BOTH {
        let mut client = Client::start(era);
        let call = era.call(1, "echo", json!({"text": "#"}));
        client.send_bytes(
            call.replace('#', "\u{1}")
                .as_bytes()
                .iter()
                .map(|byte| if *byte == 1 { 0xFF } else { *byte })
                .collect::<Vec<_>>()
                .as_slice(),
        );
        client.send("");
        let answer = client.answer();
        assert_eq!(code(&answer), -32700);
        assert_eq!(answer.get("id"), None);
        client.check_alive();
    }
}

#[test]
fn a_batch_is_refused_once_and_without_an_id() {
    for era in BOTH {
        let mut client = Client::start(era);
        let list = |id: i32| era.request(id, "tools/list", json!({}));
        for batch in [
            format!("[{},{}]", list(1), list(2)),
            "[]".to_owned(),
            "[1]".to_owned(),
        ] {
            client.send(&batch);
            let answer = client.answer();
            assert_eq!(code(&answer), -32600, "{batch}");
            assert_eq!(answer.get("id"), None);
        }
        client.check_alive();
    }
}

#[test]
fn the_revision_that_has_batches_gets_its_answers_in_one_line() {
    let mut client = Client::start_silent(Era::Legacy, &mut fixture());
    client.send(&crate::client::INIT.replace("2025-11-25", "2025-03-26"));
    assert_eq!(client.answer()["result"]["protocolVersion"], "2025-03-26");
    client.send(crate::client::READY);
    let call = |id: i32| Era::Legacy.call(id, "echo", json!({"text": "x"}));
    client.send(&format!(
        "[{},{},{}]",
        call(1),
        crate::client::READY,
        call(2)
    ));
    let answer = client.finish();
    assert_eq!(answer.lines.len(), 1);
    let answers: Vec<Value> = serde_json::from_str(&answer.lines[0]).expect("a list");
    assert_eq!(answers.len(), 2);
}

#[test]
fn a_line_of_50_mb_is_refused_without_being_held() {
    for era in BOTH {
        let mut client = Client::start(era);
        let mut line = era
            .call(5, "length", json!({"text": "#"}))
            .replace('#', &"x".repeat(50_000_000));
        line.push('\n');
        client.send_bytes(line.as_bytes());
        let answer = client.answer();
        assert_eq!(code(&answer), -32600);
        client.check_alive();
        #[cfg(target_os = "linux")]
        {
            let peak = peak_memory(client.id());
            assert!(peak < 60_000_000, "{peak} bytes");
        }
        client.finish().check_quiet();
    }
}

#[test]
fn an_endless_line_is_refused_without_being_held() {
    let mut client = Client::start(Era::Modern);
    let junk = vec![b'x'; 1 << 20];
    for _ in 0..200 {
        client.send_bytes(&junk);
    }
    assert_eq!(code(&client.answer()), -32600);
    #[cfg(target_os = "linux")]
    {
        let peak = peak_memory(client.id());
        assert!(peak < 60_000_000, "{peak} bytes");
    }
    client.send("");
    client.check_alive();
}

#[cfg(target_os = "linux")]
fn peak_memory(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).expect("the server runs");
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .expect("the peak is told");
    line.trim()
        .trim_end_matches(" kB")
        .parse::<u64>()
        .expect("a number")
        * 1024
}

#[test]
fn a_line_of_50_mb_is_fine_when_the_limit_allows_it() {
    let mut client = Client::start_command(
        Era::Modern,
        fixture().env("FIXTURE_MESSAGE_SIZE", "60000000"),
    );
    client.send(
        &Era::Modern
            .call(5, "length", json!({"text": "#"}))
            .replace('#', &"x".repeat(50_000_000)),
    );
    assert_eq!(text(&client.answer()), "50000000");
}

#[test]
fn the_limit_is_exact() {
    let call = Era::Modern.call(1, "echo", json!({"text": "x"}));
    for (limit, fits) in [(call.len(), true), (call.len() - 1, false)] {
        for end in ["\n", "\r\n"] {
            let mut client = Client::start_silent(
                Era::Modern,
                fixture().env("FIXTURE_MESSAGE_SIZE", limit.to_string()),
            );
            client.send_bytes(format!("{call}{end}").as_bytes());
            assert_eq!(
                client.answer().get("result").is_some(),
                fits,
                "limit {limit}, end {end:?}"
            );
        }
    }
}

#[test]
fn input_may_come_byte_by_byte_and_with_pauses() {
    for era in BOTH {
        let mut client = Client::start(era);
        for byte in format!("{}\n", era.call(1, "echo", json!({"text": "é"}))).bytes() {
            client.send_bytes(&[byte]);
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(text(&client.answer()), "é");
        let call = era.call(2, "echo", json!({"text": "late"}));
        let (first, rest) = call.split_at(30);
        client.send_bytes(first.as_bytes());
        assert_eq!(client.answer_within(Duration::from_secs(1)), None);
        client.send(rest);
        assert_eq!(text(&client.answer()), "late");
    }
}

#[test]
fn a_message_of_1_mib_goes_both_ways() {
    for era in BOTH {
        let mut client = Client::start(era);
        let long = "é".repeat(1 << 19);
        client.call(1, "echo", json!({"text": long}));
        assert_eq!(text(&client.answer()), long);
        client.call(2, "big", json!({"n": 5_000_000}));
        assert_eq!(text(&client.answer()).len(), 5_000_000);
    }
}
