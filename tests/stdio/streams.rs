//! Every kind of stream can be the channel: files, sockets, terminals, null devices, closed ones.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::time::Duration;

use rustix::fs::{Mode, OFlags, fcntl_getfl, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::json;

use crate::client::{BOTH, Era, PATIENCE, fixture, parse, read_lines, text};

#[test]
fn files_can_be_the_channel() {
    for era in BOTH {
        let path = |end: &str| {
            std::env::temp_dir().join(format!("mcp-{end}-{}-{era:?}", std::process::id()))
        };
        let calls: String = (1..=50)
            .map(|id| era.call(id, "echo", json!({"text": "x"})) + "\n")
            .collect();
        std::fs::write(path("in"), era.greeting() + &calls).expect("the file can be written");
        let status = fixture()
            .stdin(File::open(path("in")).expect("the file is there"))
            .stdout(File::create(path("out")).expect("the file can be made"))
            .status()
            .expect("the server runs");
        assert_eq!(status.code(), Some(0));
        let answers = std::fs::read_to_string(path("out")).expect("the file is text");
        let count = answers
            .split_inclusive('\n')
            .map(parse)
            .filter(|answer| answer["id"] != 0)
            .count();
        assert_eq!(count, 50);
        for end in ["in", "out"] {
            std::fs::remove_file(path(end)).expect("the file is there");
        }
    }
}

#[test]
fn one_socket_can_be_both_ends_and_stays_blocking_for_others() {
    for era in BOTH {
        let (near, far) = UnixStream::pair().expect("a pair of sockets");
        let shared: OwnedFd = far.into();
        let copy = || Stdio::from(shared.try_clone().expect("a copy"));
        let mut child = fixture()
            .stdin(copy())
            .stdout(copy())
            .stderr(copy())
            .spawn()
            .expect("the server starts");
        let lines = read_lines(near.try_clone().expect("a copy"));
        let mut near = near;
        near.write_all(era.greeting().as_bytes())
            .expect("the server reads");
        let answer = || parse(&lines.recv_timeout(PATIENCE).expect("an answer"));
        if era == Era::Legacy {
            answer();
        }
        near.write_all((era.call(1, "big", json!({"n": 3_000_000})) + "\n").as_bytes())
            .expect("the server reads");
        assert_eq!(text(&answer()).len(), 3_000_000);
        assert!(
            !fcntl_getfl(&shared)
                .expect("flags")
                .contains(OFlags::NONBLOCK)
        );
        near.shutdown(std::net::Shutdown::Write)
            .expect("the socket is open");
        assert_eq!(child.wait().expect("the server ends").code(), Some(0));
    }
}

#[test]
fn a_terminal_gets_one_line_of_help_and_answers() {
    let (controller, terminal) = terminal();
    let copy = || Stdio::from(terminal.try_clone().expect("a copy"));
    let mut child = fixture()
        .stdin(copy())
        .stdout(copy())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts");
    drop(terminal);
    let mut controller = File::from(controller);
    let lines = read_lines(controller.try_clone().expect("a copy"));
    let call = Era::Modern.call(1, "add", json!({"a": 1, "b": 2}));
    controller
        .write_all(format!("{call}\n").as_bytes())
        .expect("the terminal is open");
    // The terminal echoes what is typed and puts a carriage return before each line feed.
    let answer = std::iter::from_fn(|| lines.recv_timeout(PATIENCE).ok())
        .find(|line| line.contains("\"result\""))
        .expect("an answer");
    assert_eq!(text(&parse(&answer.replace('\r', ""))), "3");
    // Ctrl-D at the start of a line is the end of the input.
    controller.write_all(&[4]).expect("the terminal is open");
    assert_eq!(child.wait().expect("the server ends").code(), Some(0));
    let mut errors = String::new();
    child
        .stderr
        .take()
        .expect("piped")
        .read_to_string(&mut errors)
        .expect("text");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(errors.contains("waits for an MCP client"), "{errors}");
}

fn terminal() -> (OwnedFd, OwnedFd) {
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&controller)
        .and_then(|()| unlockpt(&controller))
        .expect("a terminal of ours");
    let name = ptsname(&controller, Vec::new()).expect("a name");
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    let terminal = open(&*name, flags, Mode::empty()).expect("the terminal's other end");
    (controller, terminal)
}

fn shell(script: &str) -> std::process::Output {
    let program = env!("CARGO_BIN_EXE_stdio-fixture");
    Command::new("sh")
        .args(["-c", script, "sh", program])
        .output()
        .expect("`sh` runs")
}

#[test]
fn a_closed_input_is_an_empty_one() {
    let output = shell(r#""$1" <&-"#);
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
}

#[test]
fn a_closed_output_or_stderr_breaks_nothing() {
    let call = Era::Modern.call(1, "noisy", json!({"text": "x"}));
    let output = shell(&format!(r#"printf '%s\n' '{call}' | "$1" >&-"#));
    assert_eq!(output.status.code(), Some(0));
    let output = shell(&format!(r#"printf '%s\n' '{call}' | "$1" 2>&-"#));
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        text(&parse(&String::from_utf8(output.stdout).expect("text"))),
        "x"
    );
}

#[test]
fn an_output_that_cannot_be_written_is_told_on_stderr() {
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let call = Era::Modern.call(1, "echo", json!({"text": "x"}));
    let output = shell(&format!(r#"printf '%s\n' '{call}' | "$1" >/dev/full"#));
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).expect("text");
    assert_eq!(errors.lines().count(), 1);
    assert!(
        errors.starts_with("error: cannot write the output: "),
        "{errors}"
    );
}

#[test]
fn input_that_follows_slowly_through_a_shell_is_read() {
    let call = |id: i32| Era::Modern.call(id, "echo", json!({"text": "x"}));
    let output = shell(&format!(
        r#"(sleep 0.2; printf '%s\n' '{}'; sleep 0.2; printf '%s' '{}') | "$1""#,
        call(1),
        call(2)
    ));
    assert_eq!(output.status.code(), Some(0));
    let answers = String::from_utf8(output.stdout).expect("text");
    assert_eq!(answers.split_inclusive('\n').map(parse).count(), 2);
}

#[test]
fn nothing_is_lost_when_output_and_stderr_are_one_pipe() {
    let calls: String = (1..=20)
        .map(|id| Era::Modern.call(id, "big", json!({"n": 100_000})) + "\n")
        .collect();
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let mut child = fixture()
        .stdin(Stdio::piped())
        .stdout(writer.try_clone().expect("a copy"))
        .stderr(writer)
        .spawn()
        .expect("the server starts");
    let lines = read_lines(reader);
    let mut input = child.stdin.take().expect("piped");
    input.write_all(calls.as_bytes()).expect("the server reads");
    drop(input);
    // Slower than the server, so that the pipe is full again and again.
    for _ in 0..20 {
        std::thread::sleep(Duration::from_millis(5));
        assert_eq!(
            text(&parse(&lines.recv_timeout(PATIENCE).expect("an answer"))).len(),
            100_000
        );
    }
    assert_eq!(child.wait().expect("the server ends").code(), Some(0));
}

#[tokio::test]
async fn any_pair_of_byte_streams_can_be_served() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    let service = mcp::Server::new("empty", "1.0.0")
        .build()
        .expect("the server is sound");
    let (mut near, far) = tokio::io::duplex(1 << 10);
    let (reader, writer) = tokio::io::split(far);
    let serving =
        tokio::spawn(async move { mcp::transport::serve(&service, reader, writer).await });
    let ping = Era::Legacy.request(1, "ping", json!({}));
    near.write_all(ping.as_bytes())
        .await
        .expect("the server reads");
    near.shutdown().await.expect("the stream is open");
    let mut answer = String::new();
    near.read_to_string(&mut answer).await.expect("text");
    assert_eq!(parse(&answer)["id"], 1);
    serving.await.expect("no panic").expect("serving ends well");
}
