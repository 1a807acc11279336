//! A client that goes away at a bad moment: with answers unread, while nothing is written, while a
//! tool blocks the thread it is polled on; over pipes and over sockets (STD-03, SHUT-03).

use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use rustix::fs::{OFlags, fcntl_setfl};
use serde_json::json;

use crate::client::{BOTH, Client, Era, PATIENCE, fixture, parse, read_lines, text};

/// A drain limit that is short but no accident.
const DRAIN: &str = "400";
/// Within this the process has to end that has a drain limit of `DRAIN`.
const SOON: Duration = Duration::from_millis(2500);

/// What lies between client and server.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Pipe,
    Socket,
}

const KINDS: [Kind; 2] = [Kind::Pipe, Kind::Socket];

/// A running server and the client's ends of its streams.
struct Raw {
    child: Child,
    input: OwnedFd,
    output: OwnedFd,
}

fn start(kind: Kind, command: &mut Command) -> Raw {
    let ends = || -> (OwnedFd, OwnedFd) {
        match kind {
            Kind::Pipe => {
                let (reader, writer) = std::io::pipe().expect("a pipe");
                (reader.into(), writer.into())
            }
            Kind::Socket => {
                let (near, far) = UnixStream::pair().expect("a pair of sockets");
                (near.into(), far.into())
            }
        }
    };
    let ((theirs, input), (output, writer)) = (ends(), ends());
    let child = command
        .env("FIXTURE_DRAIN_MS", DRAIN)
        .stdin(theirs)
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts");
    // The command holds our copies of the server's ends.
    command.stdin(Stdio::null()).stdout(Stdio::null());
    Raw {
        child,
        input,
        output,
    }
}

/// Waits for the end of a server that has nothing to complain about.
#[track_caller]
fn check_ends_quietly(child: &mut Child, within: Duration) {
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("the server can be waited for") {
            break status;
        }
        if began.elapsed() > PATIENCE.min(3 * within) {
            child.kill().expect("the server can be killed");
            child.wait().expect("it was killed");
            panic!("the server does not end");
        }
        sleep(Duration::from_millis(2));
    };
    assert!(began.elapsed() < within, "{:?}", began.elapsed());
    assert_eq!(status.code(), Some(0));
    let mut errors = String::new();
    let mut stderr = child.stderr.take().expect("piped");
    stderr.read_to_string(&mut errors).expect("text");
    assert_eq!(errors, "");
}

/// Sends until the server takes in no more.
fn fill(input: OwnedFd, bytes: &[u8]) -> File {
    fcntl_setfl(&input, OFlags::NONBLOCK).expect("the flag can be set");
    let mut input = File::from(input);
    let mut last = Instant::now();
    'all: loop {
        let mut rest = bytes;
        while !rest.is_empty() {
            match input.write(rest) {
                Ok(length) => (rest, last) = (&rest[length..], Instant::now()),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if last.elapsed() > Duration::from_millis(300) {
                        break 'all input;
                    }
                    sleep(Duration::from_millis(2));
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
}

#[test]
fn a_client_that_leaves_its_answers_unread_and_hangs_up_is_not_waited_for() {
    for kind in KINDS {
        let era = Era::Modern;
        let Raw {
            mut child,
            input,
            output,
        } = start(kind, &mut fixture());
        let line = era.call("x", "echo", json!({"text": "y".repeat(10_000)})) + "\n";
        let input = fill(input, line.as_bytes());
        assert!(child.try_wait().expect("it can be waited for").is_none());
        drop(input);
        check_ends_quietly(&mut child, SOON);
        drop(output);
    }
}

#[test]
fn half_a_hang_up_is_one_too() {
    let Raw {
        mut child,
        input,
        output,
    } = start(Kind::Socket, &mut fixture());
    let line = Era::Modern.call("x", "echo", json!({"text": "y".repeat(10_000)})) + "\n";
    let input = UnixStream::from(OwnedFd::from(fill(input, line.as_bytes())));
    input.shutdown(Shutdown::Write).expect("the socket is open");
    check_ends_quietly(&mut child, SOON);
    drop(output);
}

#[test]
fn a_slow_reader_gets_every_answer_although_the_input_has_ended() {
    const CALLS: usize = 1200;
    for kind in KINDS {
        let Raw {
            mut child,
            input,
            output,
        } = start(kind, &mut fixture());
        let sending = thread::spawn(move || {
            let mut input = File::from(input);
            for id in 0..CALLS {
                let text = "y".repeat(10_000);
                let line = Era::Modern.call(id, "echo", json!({"text": text})) + "\n";
                input.write_all(line.as_bytes()).expect("the server reads");
            }
        });
        // Takes about ten times the drain limit, and more than the server lets lie unread.
        let mut output = File::from(output);
        let (mut all, mut space) = (Vec::new(), vec![0; 32 * 1024]);
        loop {
            let length = output.read(&mut space).expect("the output is open");
            if length == 0 {
                break;
            }
            all.extend_from_slice(&space[..length]);
            sleep(Duration::from_millis(8));
        }
        sending.join().expect("all was sent");
        let answers = String::from_utf8(all).expect("text");
        let answers = answers.split_inclusive('\n').map(parse);
        let whole = answers.filter(|answer| text(answer).len() == 10_000);
        assert_eq!(whole.count(), CALLS, "{kind:?}");
        check_ends_quietly(&mut child, SOON);
    }
}

#[test]
fn a_reader_that_leaves_an_idle_server_ends_it() {
    for kind in KINDS {
        for era in BOTH {
            let raw = start(kind, &mut fixture());
            let (mut child, mut input) = (raw.child, File::from(raw.input));
            let line = era.call(1, "echo", json!({"text": "x"}));
            let greeting = era.greeting();
            input
                .write_all(format!("{greeting}{line}\n").as_bytes())
                .expect("the server reads");
            // Everything is read before the reader goes.
            let mut output = File::from(raw.output);
            let (mut lines, mut byte) = (0, [0]);
            while lines < if era == Era::Legacy { 2 } else { 1 } {
                output.read_exact(&mut byte).expect("an answer");
                lines += usize::from(byte == *b"\n");
            }
            drop(output);
            check_ends_quietly(&mut child, SOON);
            drop(input);
        }
    }
}

#[test]
fn a_reader_that_leaves_while_calls_run_cancels_them() {
    for kind in KINDS {
        let path = std::env::temp_dir().join(format!("mcp-left-{}-{kind:?}", std::process::id()));
        let raw = start(kind, &mut fixture());
        let (mut child, mut input) = (raw.child, File::from(raw.input));
        let line = Era::Modern.call(1, "guarded", json!({"path": path, "ms": 60_000}));
        input
            .write_all(format!("{line}\n").as_bytes())
            .expect("the server reads");
        let began = Instant::now();
        while !path.exists() {
            assert!(began.elapsed() < PATIENCE, "the call does not start");
            sleep(Duration::from_millis(2));
        }
        drop(raw.output);
        check_ends_quietly(&mut child, SOON);
        assert!(!path.exists(), "the call was cancelled");
        drop(input);
    }
}

#[test]
fn one_socket_closed_by_the_client_ends_the_server() {
    let (near, far) = UnixStream::pair().expect("a pair of sockets");
    let shared: OwnedFd = far.into();
    let mut child = fixture()
        .stdin(shared.try_clone().expect("a copy"))
        .stdout(shared)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut near = near;
    let line = Era::Modern.call(1, "slow", json!({"ms": 60_000})) + "\n";
    near.write_all(line.as_bytes()).expect("the server reads");
    drop(near);
    // The drain limit is not used up: there is nobody to drain for.
    check_ends_quietly(&mut child, Duration::from_secs(2));
}

#[test]
fn a_tool_that_blocks_its_thread_for_ever_does_not_outlive_its_client() {
    for kind in KINDS {
        for calls in [1, 16] {
            // `late_hog` blocks every worker, `hog` the one that reads.
            let tool = if calls == 1 { "hog" } else { "late_hog" };
            let raw = start(kind, &mut fixture());
            let (mut child, mut input) = (raw.child, File::from(raw.input));
            let lines = read_lines(File::from(raw.output));
            let call = Era::Modern.call("in", "echo", json!({"text": "x"}));
            writeln!(input, "{call}").expect("the server reads");
            lines.recv_timeout(PATIENCE).expect("an answer");
            for id in 0..calls {
                let call = Era::Modern.call(id, tool, json!({"ms": 3_600_000}));
                writeln!(input, "{call}").expect("the server reads");
            }
            sleep(Duration::from_millis(100));
            drop(input);
            check_ends_quietly(&mut child, SOON);
        }
    }
}

#[test]
fn a_tool_that_blocks_its_thread_does_not_hide_half_a_hang_up() {
    let raw = start(Kind::Socket, &mut fixture());
    let (mut child, mut input) = (raw.child, UnixStream::from(raw.input));
    let call = Era::Modern.call(1, "hog", json!({"ms": 3_600_000}));
    writeln!(input, "{call}").expect("the server reads");
    sleep(Duration::from_millis(100));
    input.shutdown(Shutdown::Write).expect("the socket is open");
    check_ends_quietly(&mut child, SOON);
}

#[test]
fn a_backlog_of_tools_that_block_is_worked_off() {
    // Each blocks for less than what is allowed, all together for much longer.
    let mut client = Client::start_command(Era::Modern, fixture().env("FIXTURE_DRAIN_MS", "1500"));
    let calls: String = (0..6)
        .map(|id| Era::Modern.call(id, "hog", json!({"ms": 700})) + "\n")
        .collect();
    client.send_bytes(calls.as_bytes());
    let ended = client.finish();
    assert_eq!(ended.check_quiet().len(), 6);
    assert!(ended.after > Duration::from_secs(4), "{:?}", ended.after);
}
