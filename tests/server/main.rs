//! The server without a transport: messages in, answers out, in both eras.

mod arguments;
mod asking;
mod beside;
mod build;
mod calls;
mod changes;
mod completions;
mod constraints;
mod eras;
mod errors;
mod futures;
mod given;
mod heartbeat;
mod kit;
mod lenient;
mod lists;
mod logging;
mod methods;
mod outside;
mod progress;
mod prompts;
mod render;
mod requires;
mod resources;
mod results;
mod running;
mod shown;
mod unroll;
mod validate;
mod visible;

use mcp::Service;
use mcp::server::{Answer, Connection};
use serde_json::{Value, json};

/// One client of a server, in memory.
pub(crate) struct Client {
    connection: Connection,
    era: mcp::Era,
}

impl Client {
    /// A client of 2026-07-28.
    pub(crate) fn modern(service: &Service) -> Self {
        Self {
            connection: service.connect(),
            era: mcp::Era::Modern,
        }
    }

    /// A client of an older revision, its handshake done.
    pub(crate) async fn legacy(service: &Service, version: &str) -> Self {
        let client = Self {
            connection: service.connect(),
            era: mcp::Era::Legacy,
        };
        let answer = client.send(&initialize(version)).await.expect("an answer");
        assert_eq!(answer["result"]["protocolVersion"], version, "{answer}");
        assert_eq!(
            client
                .send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
                .await,
            None
        );
        client
    }

    /// A client that has said nothing yet.
    pub(crate) fn silent(service: &Service) -> Self {
        Self {
            connection: service.connect(),
            era: mcp::Era::Legacy,
        }
    }

    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Sends one message; the answer, if one is owed.
    pub(crate) async fn send(&self, message: &Value) -> Option<Value> {
        self.send_text(&message.to_string()).await
    }

    pub(crate) async fn send_text(&self, message: &str) -> Option<Value> {
        let answer = self.connection.handle(message).await?;
        assert!(!answer.contains(&b'\n'), "an answer is one line");
        Some(serde_json::from_slice(&answer).expect("an answer is JSON"))
    }

    /// What a request is owed, without waiting for it.
    pub(crate) fn start(&self, id: i64, method: &str, params: Value) -> Answer {
        self.connection
            .receive(self.request(id, method, params).to_string().into_bytes())
    }

    /// A request as this client writes it.
    pub(crate) fn request(&self, id: i64, method: &str, mut params: Value) -> Value {
        if self.era == mcp::Era::Modern {
            params["_meta"] = meta("2026-07-28");
        }
        json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
    }

    /// The answer to a request.
    pub(crate) async fn ask(&self, method: &str, params: Value) -> Value {
        let answer = self
            .send(&self.request(1, method, params))
            .await
            .expect("an answer");
        assert_eq!(answer["id"], 1);
        answer
    }

    /// The result of a call.
    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Value {
        let answer = self
            .ask("tools/call", json!({"name": tool, "arguments": arguments}))
            .await;
        assert_eq!(answer.get("error"), None, "{answer}");
        answer["result"].clone()
    }

    /// The error of a call that was refused.
    pub(crate) async fn refused(&self, tool: &str, arguments: Value) -> Value {
        let answer = self
            .ask("tools/call", json!({"name": tool, "arguments": arguments}))
            .await;
        assert_eq!(answer.get("result"), None, "{answer}");
        answer["error"].clone()
    }

    /// The text of a result of one block.
    pub(crate) async fn text(&self, tool: &str, arguments: Value) -> String {
        text(&self.call(tool, arguments).await)
    }
}

/// The text of a result of one block.
pub(crate) fn text(result: &Value) -> String {
    assert_eq!(
        result["content"].as_array().map(Vec::len),
        Some(1),
        "{result}"
    );
    result["content"][0]["text"]
        .as_str()
        .expect("a text block")
        .to_owned()
}

pub(crate) fn meta(version: &str) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientInfo": {"name": "probe", "version": "0"},
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

pub(crate) fn initialize(version: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "probe", "version": "0"},
    }})
}

/// The legacy revisions that are served.
pub(crate) const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
