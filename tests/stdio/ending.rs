//! How serving ends: end of input, signals, a reader that leaves, a parent that dies (STD-03,
//! STD-21, STD-27, SHUT-03).

use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::json;

use crate::client::{BOTH, Client, Era, PATIENCE, code, fixture, fixture_as, text};

/// A drain limit that is short but no accident.
const DRAIN: &str = "400";

#[test]
fn calls_in_flight_at_the_end_of_the_input_are_answered() {
    for era in BOTH {
        let mut client = Client::start_silent(era, &mut fixture());
        let calls: String = (1..=20)
            .map(|id| era.call(id, "slow", json!({"ms": 200})) + "\n")
            .collect();
        client.send_bytes((era.greeting() + &calls).as_bytes());
        let ended = client.finish();
        let answers = ended.check_quiet();
        let answered = answers
            .iter()
            .filter(|answer| answer["id"] != 0 && text(answer) == "200")
            .count();
        assert_eq!(answered, 20);
        assert!(ended.after < Duration::from_secs(4), "{:?}", ended.after);
    }
}

#[test]
fn a_last_line_without_an_end_is_answered() {
    for era in BOTH {
        let mut client = Client::start(era);
        client.send_bytes(era.call(1, "echo", json!({"text": "last"})).as_bytes());
        let answers = client.finish().check_quiet();
        assert_eq!(answers.len(), 1);
        assert_eq!(text(&answers[0]), "last");
    }
}

#[test]
fn calls_that_outlive_the_drain_limit_are_cancelled() {
    for era in BOTH {
        for tool in ["slow", "block", "hog"] {
            let mut client = Client::start_command(era, fixture().env("FIXTURE_DRAIN_MS", DRAIN));
            client.call(1, "echo", json!({"text": "in"}));
            assert_eq!(text(&client.answer()), "in");
            client.call(2, tool, json!({"ms": 60_000}));
            sleep(Duration::from_millis(100));
            let ended = client.finish();
            ended.check_quiet();
            assert!(
                ended.after < Duration::from_secs(3),
                "{tool}: {:?}",
                ended.after
            );
        }
    }
}

#[test]
fn a_cancelled_call_lets_go_of_what_it_holds() {
    for era in BOTH {
        let path = std::env::temp_dir().join(format!("mcp-guarded-{}-{era:?}", std::process::id()));
        let mut client = Client::start_command(era, fixture().env("FIXTURE_DRAIN_MS", DRAIN));
        client.call(1, "guarded", json!({"path": path, "ms": 60_000}));
        wait_until(|| path.exists());
        client.finish().check_quiet();
        assert!(!path.exists());
    }
}

#[test]
fn an_empty_input_ends_the_process_at_once() {
    let began = Instant::now();
    let output = fixture()
        .stdin(Stdio::null())
        .output()
        .expect("the server runs");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
    assert!(
        began.elapsed() < Duration::from_secs(2),
        "{:?}",
        began.elapsed()
    );
}

#[test]
fn a_task_left_behind_does_not_keep_the_process() {
    for way in [fixture(), fixture_as("one-thread")] {
        let mut way = way;
        let mut client = Client::start_command(Era::Modern, &mut way);
        client.call(1, "leave_timer", json!({}));
        assert_eq!(text(&client.answer()), "left");
        let ended = client.finish();
        assert_eq!(ended.status.code(), Some(0));
        assert!(ended.after < Duration::from_secs(2), "{:?}", ended.after);
    }
}

#[test]
fn the_first_signal_lets_calls_finish() {
    for era in BOTH {
        for signal in [Signal::TERM, Signal::INT] {
            let mut client = Client::start(era);
            client.call(1, "slow", json!({"ms": 500}));
            client.check_alive();
            client.signal(signal);
            let ended = client.wait();
            let answers = ended.check_quiet();
            assert_eq!(answers.len(), 1, "{signal:?}");
            assert_eq!(text(&answers[0]), "500");
            assert!(ended.after < Duration::from_secs(4), "{:?}", ended.after);
        }
    }
}

#[test]
fn a_signal_with_calls_that_outlive_the_drain_limit_cleans_up() {
    for era in BOTH {
        let path = std::env::temp_dir().join(format!("mcp-signal-{}-{era:?}", std::process::id()));
        let mut client = Client::start_command(era, fixture().env("FIXTURE_DRAIN_MS", DRAIN));
        client.call(1, "guarded", json!({"path": path, "ms": 60_000}));
        client.call(2, "block", json!({"ms": 60_000}));
        wait_until(|| path.exists());
        client.signal(Signal::TERM);
        let ended = client.wait();
        assert!(ended.check_quiet().is_empty());
        assert!(ended.after < Duration::from_secs(3), "{:?}", ended.after);
        assert!(!path.exists());
    }
}

#[test]
fn a_signal_gets_through_when_every_worker_is_blocked() {
    let mut client = Client::start_command(Era::Modern, fixture().env("FIXTURE_DRAIN_MS", DRAIN));
    client.check_alive();
    for id in 0..8 {
        client.call(id, "hog", json!({"ms": 60_000}));
    }
    sleep(Duration::from_millis(200));
    client.signal(Signal::TERM);
    let ended = client.wait();
    assert!(ended.after < Duration::from_secs(4), "{:?}", ended.after);
    assert_eq!(ended.status.code(), Some(0));
}

#[test]
fn the_second_signal_ends_the_process_at_once() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::INT, 130)] {
        let mut client = Client::start(Era::Modern);
        client.call(1, "slow", json!({"ms": 60_000}));
        client.check_alive();
        client.signal(signal);
        sleep(Duration::from_millis(300));
        client.signal(signal);
        let ended = client.wait();
        assert_eq!(ended.status.code(), Some(code));
        assert!(ended.after < Duration::from_secs(2), "{:?}", ended.after);
    }
}

#[test]
fn a_server_inside_a_larger_program_leaves_signals_alone() {
    let mut client = Client::start_command(Era::Modern, &mut fixture_as("one-thread"));
    client.check_alive();
    client.signal(Signal::TERM);
    assert_eq!(client.wait().status.signal(), Some(Signal::TERM.as_raw()));
}

#[test]
fn a_reader_that_goes_away_ends_the_process_quietly() {
    for era in BOTH {
        let mut command = fixture();
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the server starts");
        drop(child.stdout.take());
        let mut input = child.stdin.take().expect("the input is piped");
        let line = format!(
            "{}{}\n",
            era.greeting(),
            era.call(1, "echo", json!({"text": "x"}))
        );
        std::io::Write::write_all(&mut input, line.as_bytes()).expect("the server reads");
        // The input stays open: it is the output that ends it.
        wait_until(|| {
            child
                .try_wait()
                .expect("the server can be waited for")
                .is_some()
        });
        assert_eq!(child.wait().expect("it has ended").code(), Some(0));
        let mut errors = String::new();
        child
            .stderr
            .take()
            .expect("piped")
            .read_to_string(&mut errors)
            .expect("text");
        assert_eq!(errors, "");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_whose_parent_was_killed_goes_too() {
    let mut parent = fixture_as("parent")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the parent starts");
    let lines = crate::client::read_lines(parent.stdout.take().expect("piped"));
    let id = lines
        .recv_timeout(PATIENCE)
        .expect("the parent tells the id");
    let id: u32 = id.trim().parse().expect("an id");
    assert!(runs(id));
    parent.kill().expect("the parent runs");
    parent.wait().expect("the parent was killed");
    let began = Instant::now();
    wait_until(|| !runs(id));
    assert!(
        began.elapsed() < Duration::from_secs(2),
        "{:?}",
        began.elapsed()
    );
}

#[cfg(target_os = "linux")]
fn stat(id: u32) -> Option<Vec<String>> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    Some(fields.split_whitespace().map(str::to_owned).collect())
}

#[cfg(target_os = "linux")]
fn runs(id: u32) -> bool {
    stat(id).is_some_and(|fields| fields[0] != "Z")
}

#[cfg(target_os = "linux")]
#[test]
fn an_idle_server_uses_no_processor_time() {
    let mut client = Client::start(Era::Modern);
    client.check_alive();
    let used = |id| {
        let fields = stat(id).expect("the server runs");
        fields[11..13]
            .iter()
            .map(|ticks| ticks.parse::<u64>().expect("a number"))
            .sum::<u64>()
    };
    let before = used(client.id());
    sleep(Duration::from_secs(1));
    assert!(used(client.id()) - before <= 1);
}

#[test]
fn the_streams_are_put_back_after_serving_and_can_be_served_again() {
    let mut client = Client::start_silent(Era::Modern, &mut fixture_as("twice"));
    client.call(1, "noisy", json!({"text": "hello"}));
    assert_eq!(text(&client.answer()), "hello");
    client.close_input();
    let ended = client.wait();
    assert_eq!(ended.status.code(), Some(0));
    let [refused, restored] = &ended.lines[..] else {
        panic!("{ended:?}")
    };
    assert_eq!(
        refused,
        "standard input and output are taken already; serve them once at a time\n"
    );
    assert_eq!(restored, "restored\n");
    // What was printed while serving, to the last byte in the buffer, is on stderr.
    assert_eq!(ended.stderr, "hello\nno newline");
}

#[test]
fn a_panic_in_a_tool_ends_nothing_and_keeps_its_text() {
    for era in BOTH {
        let mut client = Client::start(era);
        client.call(1, "boom", json!({}));
        let answer = client.answer();
        assert!(!answer.to_string().contains("secret"), "{answer}");
        assert!(answer["result"]["isError"] == true || code(&answer) == -32603);
        client.check_alive();
        client.finish().check_well();
    }
}

#[track_caller]
fn wait_until(mut condition: impl FnMut() -> bool) {
    let began = Instant::now();
    while !condition() {
        assert!(began.elapsed() < PATIENCE, "it never came true");
        sleep(Duration::from_millis(5));
    }
}
