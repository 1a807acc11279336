//! Nothing but messages is on the channel, whatever a tool prints or starts (STD-01, STD-02).

use std::process::Command;

use serde_json::json;

use crate::client::{BOTH, Client, text};

#[test]
fn what_a_tool_prints_goes_to_stderr() {
    for era in BOTH {
        let mut client = Client::start(era);
        client.call(1, "noisy", json!({"text": "hello"}));
        assert_eq!(text(&client.answer()), "hello");
        client.check_alive();
        let ended = client.finish();
        assert!(ended.check_well().is_empty());
        assert!(ended.stderr.starts_with("hello\n"), "{}", ended.stderr);
    }
}

#[test]
fn what_is_written_to_descriptor_1_goes_to_stderr() {
    for era in BOTH {
        let mut client = Client::start(era);
        client.call(1, "write_to_descriptor", json!({"text": "from C"}));
        assert_eq!(text(&client.answer()), "from C");
        let ended = client.finish();
        assert!(ended.check_well().is_empty());
        assert_eq!(ended.stderr, "from C");
    }
}

#[test]
fn what_a_child_of_a_tool_writes_goes_to_stderr() {
    for era in BOTH {
        let mut client = Client::start(era);
        client.call(1, "loud_child", json!({}));
        assert_eq!(text(&client.answer()), "true");
        let ended = client.finish();
        assert!(ended.check_well().is_empty());
        assert_eq!(ended.stderr, "from the child\n");
    }
}

#[test]
fn a_child_that_reads_sees_the_end_at_once_and_takes_no_message() {
    for era in BOTH {
        let mut client = Client::start(era);
        let both = format!(
            "{}\n{}\n",
            era.call(1, "child", json!({})),
            era.call(2, "echo", json!({"text": "mine"}))
        );
        client.send_bytes(both.as_bytes());
        let mut answers = client.answers(2);
        answers.sort_by_key(|answer| answer["id"].as_i64());
        assert_eq!(text(&answers[0]), "");
        assert_eq!(text(&answers[1]), "mine");
        client.finish().check_quiet();
    }
}

#[test]
fn a_tool_that_reads_the_input_sees_its_end_at_once() {
    for era in BOTH {
        let mut client = Client::start(era);
        client.call(1, "read_input", json!({}));
        assert_eq!(text(&client.answer()), "");
        client.check_alive();
        client.finish().check_quiet();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_child_inherits_no_descriptor_of_the_channel() {
    // What the tests themselves inherit goes on to the server and to its children.
    let list = Command::new("sh")
        .args(["-c", "ls /proc/self/fd"])
        .output()
        .expect("`sh` runs");
    let ours = String::from_utf8(list.stdout).expect("text");
    let ours = ours.split_whitespace().collect::<Vec<_>>().join(" ");
    for era in BOTH {
        let mut client = Client::start(era);
        client.call(1, "inherited", json!({}));
        assert_eq!(text(&client.answer()), ours);
        client.finish().check_quiet();
    }
}
