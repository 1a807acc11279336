//! A client that starts the fixture and speaks to it line by line; the one place where the tests
//! touch a process.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long anything may take before a test gives up; generous, for machines under load.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// How a client speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Era {
    /// Shakes hands first.
    Legacy,
    /// Says its version in each request.
    Modern,
}

/// Both eras, for tests that hold in both.
pub(crate) const BOTH: [Era; 2] = [Era::Legacy, Era::Modern];

pub(crate) const INIT: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"probe","version":"0"}}}"#;
pub(crate) const READY: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

/// The fixture, ready to be started.
pub(crate) fn fixture() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stdio-fixture"));
    command.env_remove("RUST_BACKTRACE");
    command
}

/// The fixture served in another way.
pub(crate) fn fixture_as(way: &str) -> Command {
    let mut command = fixture();
    command.env("FIXTURE", way);
    command
}

impl Era {
    /// Members of `params` that every request of the era has.
    fn meta(self) -> Value {
        match self {
            Era::Legacy => json!({}),
            Era::Modern => json!({"_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": {"name": "probe", "version": "0"},
                "io.modelcontextprotocol/clientCapabilities": {},
            }}),
        }
    }

    /// A request as one line without its end.
    pub(crate) fn request(self, id: impl Into<Value>, method: &str, mut params: Value) -> String {
        let members = params.as_object_mut().expect("`params` are an object");
        if let Value::Object(meta) = self.meta() {
            members.extend(meta);
        }
        json!({"jsonrpc": "2.0", "id": id.into(), "method": method, "params": params}).to_string()
    }

    /// A call as one line without its end.
    pub(crate) fn call(self, id: impl Into<Value>, tool: &str, arguments: Value) -> String {
        self.request(
            id,
            "tools/call",
            json!({"name": tool, "arguments": arguments}),
        )
    }

    /// What a client sends before its first call, with line ends.
    pub(crate) fn greeting(self) -> String {
        match self {
            Era::Legacy => format!("{INIT}\n{READY}\n"),
            Era::Modern => String::new(),
        }
    }
}

/// A running server and the client's ends of its streams.
pub(crate) struct Client {
    pub(crate) era: Era,
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    stderr: JoinHandle<String>,
}

/// What is known when a server has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// The lines that nobody had read yet.
    pub(crate) lines: Vec<String>,
    pub(crate) stderr: String,
    pub(crate) status: ExitStatus,
    /// From the call of `finish` to the end.
    pub(crate) after: Duration,
}

impl Client {
    /// Starts the fixture and shakes hands where the era does.
    pub(crate) fn start(era: Era) -> Self {
        Self::start_command(era, &mut fixture())
    }

    pub(crate) fn start_command(era: Era, command: &mut Command) -> Self {
        let mut client = Self::start_silent(era, command);
        if era == Era::Legacy {
            client.send(INIT);
            assert_eq!(client.answer()["result"]["protocolVersion"], "2025-11-25");
            client.send(READY);
        }
        client
    }

    /// Starts a server and says nothing.
    pub(crate) fn start_silent(era: Era, command: &mut Command) -> Self {
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the server starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("the output is piped");
        let lines = read_lines(output);
        let mut errors = child.stderr.take().expect("stderr is piped");
        let stderr = thread::spawn(move || {
            let mut bytes = Vec::new();
            errors.read_to_end(&mut bytes).expect("stderr can be read");
            String::from_utf8_lossy(&bytes).into_owned()
        });
        Client {
            era,
            child,
            input,
            lines,
            stderr,
        }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends one line.
    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input
            .write_all(bytes)
            .and_then(|()| input.flush())
            .expect("the server reads");
    }

    pub(crate) fn call(&mut self, id: impl Into<Value>, tool: &str, arguments: Value) {
        let line = self.era.call(id, tool, arguments);
        self.send(&line);
    }

    /// The next line, which must be JSON.
    #[track_caller]
    pub(crate) fn answer(&self) -> Value {
        self.answer_within(PATIENCE)
            .unwrap_or_else(|| panic!("no answer from {:?}", self.era))
    }

    /// The next line, if one comes in time.
    #[track_caller]
    pub(crate) fn answer_within(&self, limit: Duration) -> Option<Value> {
        self.lines.recv_timeout(limit).ok().map(|line| parse(&line))
    }

    /// The next `count` answers by their ids.
    #[track_caller]
    pub(crate) fn answers(&self, count: usize) -> Vec<Value> {
        (0..count).map(|_| self.answer()).collect()
    }

    /// Calls `echo` and expects the next line to be its answer: the channel lives and owes nothing
    /// else.
    #[track_caller]
    pub(crate) fn check_alive(&mut self) {
        self.call("alive?", "echo", json!({"text": "yes"}));
        let answer = self.answer();
        assert_eq!(answer["id"], "alive?", "{answer}");
        assert_eq!(text(&answer), "yes");
    }

    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Sends a signal to the server.
    pub(crate) fn signal(&self, signal: rustix::process::Signal) {
        let id = i32::try_from(self.child.id()).expect("a process id");
        let id = rustix::process::Pid::from_raw(id).expect("a process id");
        rustix::process::kill_process(id, signal).expect("the server runs");
    }

    /// Ends the input and waits for the server to end.
    #[track_caller]
    pub(crate) fn finish(mut self) -> Ended {
        self.close_input();
        self.wait()
    }

    /// Waits for the server to end by itself.
    #[track_caller]
    pub(crate) fn wait(mut self) -> Ended {
        let began = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("the server can be waited for") {
                break status;
            }
            if began.elapsed() > PATIENCE {
                self.child.kill().expect("the server can be killed");
                panic!("the server does not end");
            }
            thread::sleep(Duration::from_millis(2));
        };
        let after = began.elapsed();
        drop(self.input.take());
        let lines = self.lines.iter().collect();
        let stderr = self.stderr.join().expect("stderr was read");
        Ended {
            lines,
            stderr,
            status,
            after,
        }
    }
}

impl Ended {
    /// The server ended well: code 0 and nothing said on stderr. Gives what it still answered.
    #[track_caller]
    pub(crate) fn check_quiet(&self) -> Vec<Value> {
        assert_eq!(self.stderr, "");
        self.check_well()
    }

    /// The server ended with code 0.
    #[track_caller]
    pub(crate) fn check_well(&self) -> Vec<Value> {
        assert_eq!(
            (self.status.code(), self.status.signal()),
            (Some(0), None),
            "{self:?}"
        );
        self.lines.iter().map(|line| parse(line)).collect()
    }
}

/// The lines of a stream, as they come.
pub(crate) fn read_lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        let mut line = String::new();
        while stream.read_line(&mut line).expect("the output is text") > 0 {
            if sender.send(std::mem::take(&mut line)).is_err() {
                return;
            }
        }
    });
    lines
}

/// One line of the channel, which ends in a single line feed.
#[track_caller]
pub(crate) fn parse(line: &str) -> Value {
    assert!(
        line.ends_with('\n') && !line.ends_with("\r\n"),
        "a line ends in a line feed: `{line:?}`"
    );
    let value: Value =
        serde_json::from_str(line).unwrap_or_else(|error| panic!("`{line}` is no JSON: {error}"));
    assert_eq!(value["jsonrpc"], "2.0");
    value
}

/// The text of a result that is no error.
#[track_caller]
pub(crate) fn text(answer: &Value) -> &str {
    assert_ne!(answer["result"]["isError"], true, "{answer}");
    answer["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("no text in {answer}"))
}

/// The code of an error.
#[track_caller]
pub(crate) fn code(answer: &Value) -> i64 {
    answer["error"]["code"]
        .as_i64()
        .unwrap_or_else(|| panic!("no error in {answer}"))
}
