//! A whole program behind `--http-port`: its flags, what it says, how it ends.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::{Request, Response, read_until};

/// How long anything may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(20);

fn fixture(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stdio-fixture"));
    command.args(arguments).env_remove("MCP_AUTH_TOKEN");
    command
}

/// A program that serves over HTTP.
pub(crate) struct Program {
    child: Child,
    /// Its first line on stderr.
    line: String,
    pub(crate) address: SocketAddr,
    stderr: Receiver<String>,
}

/// How a program has ended.
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    stdout: String,
    /// What it said after its first line.
    stderr: String,
}

impl Program {
    fn start(arguments: &[&str]) -> Self {
        Self::spawn(fixture(&["--http-port", "0"]).args(arguments))
    }

    pub(crate) fn spawn(command: &mut Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().expect("it starts");
        let (sender, stderr) = mpsc::channel();
        let stream = child.stderr.take().expect("a pipe");
        thread::spawn(move || {
            for line in BufReader::new(stream).lines() {
                let _ = sender.send(line.expect("text"));
            }
        });
        let line = stderr.recv_timeout(PATIENCE).expect("it says something");
        let after = line.split_once("http://").expect("a URL").1;
        let (host, _) = after.split_once("/mcp").expect("a URL");
        let address = host.parse().expect("an address");
        Program {
            child,
            line,
            address,
            stderr,
        }
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let id = i32::try_from(self.child.id()).expect("a process id");
        kill_process(Pid::from_raw(id).expect("a process id"), signal).expect("it runs");
    }

    pub(crate) async fn send(&self, request: &Request) -> Response {
        request.send(self.address).await
    }

    pub(crate) fn wait(mut self) -> Ended {
        let status = until(|| self.child.try_wait().expect("it can be waited for"));
        let mut stdout = String::new();
        let mut stream = self.child.stdout.take().expect("a pipe");
        stream.read_to_string(&mut stdout).expect("text");
        let lines: Vec<_> = self.stderr.iter().collect();
        let stderr = lines.join("\n");
        Ended {
            status,
            stdout,
            stderr,
        }
    }
}

/// Asks again and again until there is something.
fn until<T>(mut ask: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = ask() {
            return found;
        }
        assert!(began.elapsed() < PATIENCE, "it does not happen");
        thread::sleep(Duration::from_millis(2));
    }
}

fn run(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).output().expect("it runs")
}

/// The command line is refused, in these words.
#[track_caller]
fn check_refused(command: &mut Command, code: i32, words: &str) {
    let output = run(command);
    let stderr = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(code), "{stderr}");
    assert!(stderr.contains(words), "`{words}` in `{stderr}`");
    assert!(output.stdout.is_empty());
}

fn list() -> Request {
    Request::modern("tools/list", json!({}))
}

/// A call that reports its step and then waits.
fn report(ms: u32) -> Request {
    let params =
        json!({"name": "report", "arguments": {"n": 1, "ms": ms}, "_meta": {"progressToken": 1}});
    Request::modern("tools/call", params).header("Accept", "application/json, text/event-stream")
}

#[tokio::test]
async fn a_program_serves_both_eras_on_the_port_that_it_tells() {
    let mut program = Program::start(&[]);
    let url = format!("http://{}/mcp", program.address);
    assert_eq!(
        program.line,
        format!(
            "`tests` is served at {url}; the same command with `--mcp-config --http-port {}` \
             prints the entry for a client",
            program.address.port()
        )
    );
    // The end of the input means nothing.
    drop(program.child.stdin.take());
    let response = program
        .send(&Request::call("add", json!({"a": 1, "b": 2})))
        .await;
    assert_eq!(response.json()["result"]["content"][0]["text"], "3");
    let initialize = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "probe", "version": "0"},
    }});
    let response = program.send(&Request::post(&initialize)).await;
    assert_eq!(response.json()["result"]["protocolVersion"], "2025-11-25");
    assert!(response.header("mcp-session-id").is_some());
    program.signal(Signal::TERM);
    let ended = program.wait();
    assert_eq!(ended.status.code(), Some(0));
    assert_eq!((&*ended.stdout, &*ended.stderr), ("", ""));
}

#[tokio::test]
async fn the_first_signal_lets_calls_finish() {
    for signal in [Signal::TERM, Signal::INT] {
        let program = Program::start(&[]);
        let mut stream = report(500).open(program.address).await;
        read_until(&mut stream, "step 1").await;
        program.signal(signal);
        let rest = read_until(&mut stream, "\"text\":\"1\"").await;
        assert!(rest.contains("\"result\""), "{rest}");
        assert_eq!(program.wait().status.code(), Some(0), "{signal:?}");
    }
}

#[tokio::test]
async fn the_second_signal_ends_the_process_at_once() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::INT, 130)] {
        let program = Program::start(&[]);
        let mut stream = report(60_000).open(program.address).await;
        read_until(&mut stream, "step 1").await;
        program.signal(signal);
        // It has been heard when no connection is taken any more.
        until(|| TcpStream::connect(program.address).is_err().then_some(()));
        program.signal(signal);
        let began = Instant::now();
        assert_eq!(program.wait().status.code(), Some(code));
        assert!(began.elapsed() < Duration::from_secs(2));
    }
}

#[tokio::test]
async fn a_signal_gets_through_when_every_worker_is_blocked() {
    let program = Program::spawn(fixture(&["--http-port", "0"]).env("FIXTURE_DRAIN_MS", "200"));
    let mut calls = Vec::new();
    for _ in 0..8 {
        let call = Request::call("hog", json!({"ms": 60_000}));
        calls.push(call.open(program.address).await);
    }
    program.signal(Signal::TERM);
    assert_eq!(program.wait().status.code(), Some(0));
}

#[tokio::test]
async fn a_token_comes_from_the_flag_or_the_environment_and_is_not_told() {
    let ask = async |program: &Program, token: &str| {
        let request = list().header("Authorization", &format!("Bearer {token}"));
        program.send(&request).await.status
    };
    let by_flag = ["--auth-token", "by-flag", "--auth-token", "second"];
    for (flags, good, bad) in [
        (&[][..], "by-variable", "by-flag"),
        (&by_flag[..2], "by-flag", "by-variable"),
        (&by_flag, "second", "by-variable"),
    ] {
        let mut command = fixture(&["--http-port", "0"]);
        let program = Program::spawn(command.args(flags).env("MCP_AUTH_TOKEN", "by-variable"));
        assert_eq!(ask(&program, good).await, 200, "{flags:?}");
        assert_eq!(ask(&program, bad).await, 401, "{flags:?}");
        let response = program.send(&list()).await;
        assert_eq!(response.status, 401);
        for name in ["`auth_token`", "`--auth-token`", "`MCP_AUTH_TOKEN`"] {
            assert!(response.body.contains(name), "{response:?}");
        }
        assert!(program.line.contains(", for clients with the token;"));
        let line = program.line.clone();
        program.signal(Signal::TERM);
        let said = line + &program.wait().stderr;
        for secret in ["by-flag", "by-variable", "second"] {
            assert!(!said.contains(secret), "{said}");
        }
    }
    let help = run(fixture(&["--help"]).env("MCP_AUTH_TOKEN", "by-variable"));
    let help = String::from_utf8(help.stdout).expect("text");
    assert!(help.contains("MCP_AUTH_TOKEN") && !help.contains("by-variable"));
}

#[test]
fn a_token_in_the_environment_is_nothing_to_a_program_on_stdio() {
    for arguments in [
        &[][..],
        &["--mcp-config"],
        &["--mcp-tools"],
        &["call", "add", "a=1", "b=2"],
    ] {
        for token in ["secret", ""] {
            let output = run(fixture(arguments).env("MCP_AUTH_TOKEN", token));
            assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        }
    }
}

#[tokio::test]
async fn refusals_name_the_flags_that_decide() {
    let flags = [
        "--allowed-host",
        "mcp.example",
        "--allowed-origin",
        "https://app.example",
    ];
    let program = Program::spawn(
        fixture(&["--http-port", "0", "--http-host", "127.0.0.1"]).args(
            // The URL that is told names the host; this test needs the address.
            ["--allowed-host", "*.wild.example"],
        ),
    );
    for (header, value, flag) in [
        (
            "Host",
            "evil.example",
            "`allowed_hosts`, or start with `--allowed-host NAME`",
        ),
        (
            "Origin",
            "http://evil.example",
            "`allowed_origins`, or start with `--allowed-origin ORIGIN`",
        ),
    ] {
        let response = program.send(&list().header(header, value)).await;
        assert_eq!(response.status, 403);
        assert!(response.body.contains(flag), "{response:?}");
    }
    let wild = program.send(&list().header("Host", "a.wild.example")).await;
    assert_eq!(wild.status, 200);
    program.signal(Signal::TERM);
    program.wait();

    let port = free_port();
    let mut command = fixture(&["--http-port", &port]);
    let mut child = command
        .args(flags)
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    let mut stderr = BufReader::new(child.stderr.take().expect("a pipe"));
    stderr.read_line(&mut line).expect("text");
    assert!(
        line.contains(&format!("http://mcp.example:{port}/mcp; ")),
        "{line}"
    );
    let address = format!("127.0.0.1:{port}").parse().expect("an address");
    let allowed = list()
        .header("Host", "mcp.example")
        .header("Origin", "https://app.example");
    let response = allowed.send(address).await;
    assert_eq!(response.status, 200);
    assert_eq!(
        response.header("access-control-allow-origin"),
        Some("https://app.example")
    );
    child.kill().expect("it runs");
    child.wait().expect("it ends");
}

/// A port that nobody has just now.
fn free_port() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener
        .local_addr()
        .expect("an address")
        .port()
        .to_string()
}

#[test]
fn a_port_in_use_is_one_line_and_code_1() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let output = run(&mut fixture(&["--http-port", &port.to_string()]));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        format!(
            "error: port {port} is in use at `127.0.0.1:{port}`; choose another with `--http-port`, \
             or 0 for a free one\n"
        )
    );
}

#[test]
fn an_address_that_cannot_be_had_is_named() {
    let mut command = fixture(&["--http-port", "0", "--http-host", "192.0.2.1"]);
    check_refused(&mut command, 1, "error: cannot listen on `192.0.2.1:0`: ");
}

#[tokio::test]
async fn an_address_that_others_reach_is_served_open_only_on_request() {
    let open = ["--http-port", "0", "--http-host", "0.0.0.0"];
    for words in [
        "`auth_token` (`--auth-token`",
        "`MCP_AUTH_TOKEN`",
        "(`--allow-no-auth`)",
    ] {
        check_refused(&mut fixture(&open), 1, words);
    }
    let program = Program::spawn(fixture(&open).arg("--allow-no-auth"));
    assert!(program.address.ip().is_loopback(), "{}", program.line);
    assert_eq!(program.send(&list()).await.status, 200);
    program.signal(Signal::TERM);
    let said = program.wait().stderr;
    assert!(said.contains("`--allowed-host NAME`"), "{said}");
}

#[test]
fn flags_that_do_not_go_together_are_errors_of_usage() {
    for flags in [
        &["--http-host", "::1"][..],
        &["--auth-token", "x"],
        &["--allow-no-auth"],
        &["--allowed-host", "x"],
        &["--allowed-origin", "x"],
    ] {
        check_refused(&mut fixture(flags), 2, "--http-port <PORT>");
    }
    check_refused(
        &mut fixture(&["--http-port", "0", "--mcp-tools"]),
        2,
        "cannot be used with",
    );
    check_refused(&mut fixture(&["--http-port", "65536"]), 2, "65536");
    let empty = fixture(&["--http-port", "0"]);
    for (mut command, place) in [
        (
            fixture(&["--http-port", "0", "--auth-token", ""]),
            "`--auth-token`",
        ),
        (
            {
                let mut empty = empty;
                empty.env("MCP_AUTH_TOKEN", "");
                empty
            },
            "`MCP_AUTH_TOKEN`",
        ),
    ] {
        let words = format!("error: the token of {place} is empty; ");
        check_refused(&mut command, 2, &words);
    }
    let secret = run(&mut fixture(&[
        "--http-port",
        "0",
        "--auth-token",
        "not sendable",
    ]));
    let said = String::from_utf8_lossy(&secret.stderr).into_owned();
    assert!(
        said.contains("cannot be sent") && !said.contains("sendable"),
        "{said}"
    );
}

#[test]
fn the_configuration_names_the_url_and_never_the_token() {
    for (client, table, key) in [
        ("claude-code", "mcpServers", "url"),
        ("cursor", "mcpServers", "url"),
        ("windsurf", "mcpServers", "serverUrl"),
        ("gemini-cli", "mcpServers", "httpUrl"),
        ("zed", "context_servers", "url"),
        ("vscode", "servers", "url"),
    ] {
        let mut command = fixture(&["--mcp-config", "--http-port", "9000", "--client", client]);
        let output = run(command
            .args(["--auth-token", "secret-1"])
            .env("MCP_AUTH_TOKEN", "secret-2"));
        assert_eq!(output.status.code(), Some(0));
        let printed = String::from_utf8(output.stdout).expect("text");
        assert!(!printed.contains("secret"), "{printed}");
        let printed: Value = serde_json::from_str(&printed).expect("JSON");
        let server = &printed[table]["tests"];
        assert_eq!(server[key], "http://127.0.0.1:9000/mcp", "{client}");
        let header = server["headers"]["Authorization"]
            .as_str()
            .expect("a header");
        assert!(header.starts_with("Bearer "), "{header}");
    }
    check_refused(
        &mut fixture(&["--mcp-config", "--http-port", "0"]),
        2,
        "give `--mcp-config` the one to connect to",
    );
}
