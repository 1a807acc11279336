//! A server that does what a test wants: a script on the other end of a pair of streams.

use mcp::client::{Client, Connect};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, duplex,
    split,
};

/// The server's end.
pub(crate) struct Fake {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
}

impl Fake {
    /// A server, and a client that is about to connect to it.
    pub(crate) fn new() -> (Self, Connect) {
        let (here, there) = duplex(1024 * 1024);
        let (reader, writer) = split(there);
        let fake = Self {
            lines: BufReader::new(reader).lines(),
            writer,
        };
        let (reader, writer) = split(here);
        (fake, Client::streams(reader, writer))
    }

    /// A modern server and its client, the handshake done.
    pub(crate) async fn modern() -> (Self, Client) {
        Self::modern_with(|connect| connect).await
    }

    /// The same with settings.
    pub(crate) async fn modern_with(set: impl FnOnce(Connect) -> Connect) -> (Self, Client) {
        let (mut fake, connect) = Self::new();
        let connect = set(connect);
        let greet = async {
            let probe = fake.next().await.expect("a probe");
            fake.answer(&probe, discovery()).await;
            fake
        };
        let (fake, client) = tokio::join!(greet, connect.connect());
        (fake, client.expect("a connection"))
    }

    /// An older server and its client, the handshake done.
    pub(crate) async fn legacy_with(set: impl FnOnce(Connect) -> Connect) -> (Self, Client) {
        let (mut fake, connect) = Self::new();
        let connect = set(connect).prefer(mcp::Era::Legacy);
        let greet = async {
            fake.greet_legacy().await;
            fake
        };
        let (fake, client) = tokio::join!(greet, connect.connect());
        (fake, client.expect("a connection"))
    }

    /// Answers `initialize` and waits for the confirmation.
    pub(crate) async fn greet_legacy(&mut self) -> Value {
        let hello = self.next().await.expect("a handshake");
        assert_eq!(hello["method"], "initialize", "{hello}");
        self.answer(&hello, handshake("2025-11-25")).await;
        let confirmed = self.next().await.expect("a confirmation");
        assert_eq!(confirmed["method"], "notifications/initialized");
        hello
    }

    /// The next message; `None` at the end.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        let line = self.lines.next_line().await.expect("a stream of text")?;
        Some(serde_json::from_str(&line).expect("a client sends JSON"))
    }

    /// The next message as it was written.
    pub(crate) async fn next_text(&mut self) -> String {
        let line = self.lines.next_line().await.expect("a stream of text");
        line.expect("a message")
    }

    /// The next message, which has to be of this method.
    pub(crate) async fn expect(&mut self, method: &str) -> Value {
        let message = self.next().await.expect("a message");
        assert_eq!(message["method"], method, "{message}");
        message
    }

    pub(crate) async fn answer(&mut self, request: &Value, result: Value) {
        self.say(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}))
            .await;
    }

    pub(crate) async fn refuse(&mut self, request: &Value, error: Value) {
        self.say(&json!({"jsonrpc": "2.0", "id": request["id"], "error": error}))
            .await;
    }

    pub(crate) async fn say(&mut self, message: &Value) {
        self.write(&format!("{message}\n")).await;
    }

    pub(crate) async fn write(&mut self, text: &str) {
        // A client that is gone is the business of the test.
        let _ = self.writer.write_all(text.as_bytes()).await;
    }
}

/// What a modern server answers to `server/discover`.
pub(crate) fn discovery() -> Value {
    json!({
        "resultType": "complete",
        "supportedVersions": ["2026-07-28"],
        "capabilities": {"tools": {}},
        "instructions": "Be kind.",
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "fake", "version": "7"}},
    })
}

/// What an older server answers to `initialize`.
pub(crate) fn handshake(version: &str) -> Value {
    json!({
        "protocolVersion": version,
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "fake", "version": "7"},
        "instructions": "Be kind.",
    })
}

/// A result of a tool.
pub(crate) fn text(text: &str) -> Value {
    json!({"resultType": "complete", "content": [{"type": "text", "text": text}]})
}
