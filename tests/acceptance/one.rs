//! A server of one tool, asked in both eras.

use mcp::{Registry, Server, Service};
use serde_json::{Value, json};

/// A tool that is listed and called.
pub(crate) struct One {
    service: Service,
    name: String,
}

/// The tool of a list of one, served to a client of each era.
pub(crate) async fn one(tools: Registry) -> One {
    let [tool] = tools.tools() else {
        panic!("one tool: {tools:?}");
    };
    let name = tool.name().to_owned();
    let server = Server::new("demo", "1.0.0").tools(tools);
    let service = server.build().expect("a sound server");
    let one = One { service, name };
    let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "probe", "version": "0"},
    }});
    one.send(&hello.to_string()).await.expect("an answer");
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(one.send(&ready.to_string()).await, None);
    one
}

impl One {
    async fn send(&self, message: &str) -> Option<Value> {
        let answer = self.service.handle(message).await?;
        Some(serde_json::from_slice(&answer).expect("an answer is JSON"))
    }

    /// The results of a request for a client of 2025-11-25 and for one of 2026-07-28.
    async fn ask(&self, method: &str, params: &str) -> [Value; 2] {
        let meta = json!({"_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        }});
        let meta = meta.to_string();
        let [legacy, modern] = ["{", &format!("{},", &meta[..meta.len() - 1])]
            .map(|head| format!("{head}{}", &params[1..]).replace(",}", "}"));
        let mut results = [Value::Null, Value::Null];
        for (params, result) in [legacy, modern].iter().zip(&mut results) {
            let message =
                format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
            let mut answer = self.send(&message).await.expect("an answer");
            assert_eq!(answer.get("error"), None, "{message}: {answer}");
            *result = answer["result"].take();
        }
        results
    }

    /// The entries of `tools/list`, legacy and modern.
    pub(crate) async fn listed(&self) -> [Value; 2] {
        let lists = self.ask("tools/list", "{}").await;
        lists.map(|mut list| {
            assert_eq!(list["tools"].as_array().map(Vec::len), Some(1), "{list}");
            list["tools"][0].take()
        })
    }

    /// Fails unless the tool publishes exactly these properties, in both eras.
    pub(crate) async fn has(&self, properties: Value, required: &[&str]) {
        let mut input =
            json!({"type": "object", "properties": properties, "additionalProperties": false});
        if !required.is_empty() {
            input["required"] = json!(required);
        }
        for tool in self.listed().await {
            assert_eq!(tool["inputSchema"], input, "{}", self.name);
        }
    }

    /// One property of the input schema, the same in both eras.
    pub(crate) async fn property(&self, key: &str) -> Value {
        let [legacy, modern] = self.listed().await;
        assert_eq!(legacy["inputSchema"], modern["inputSchema"]);
        let property = modern["inputSchema"]["properties"].get(key);
        property
            .unwrap_or_else(|| panic!("no `{key}` in {modern}"))
            .clone()
    }

    /// The results of a call with arguments as text, legacy and modern, so that a test decides on every digit.
    pub(crate) async fn called(&self, arguments: &str) -> [Value; 2] {
        let params = format!(r#"{{"name":"{}","arguments":{arguments}}}"#, self.name);
        self.ask("tools/call", &params).await
    }

    /// Fails unless a call is answered with this text.
    pub(crate) async fn takes(&self, arguments: &str, shown: &str) {
        for result in self.called(arguments).await {
            assert_eq!(result.get("isError"), None, "{arguments}: {result}");
            assert_eq!(result["content"][0]["text"], shown, "{arguments}");
        }
    }

    /// Fails unless a call is refused for exactly these reasons.
    pub(crate) async fn refuses(&self, arguments: &str, faults: &[&str]) {
        let mut text = format!("invalid arguments for `{}`:", self.name);
        for fault in faults {
            text.push_str("\n- ");
            text.push_str(fault);
        }
        for result in self.called(arguments).await {
            assert_eq!(result["isError"], true, "{arguments}: {result}");
            assert_eq!(result["content"][0]["text"], text, "{arguments}");
        }
    }
}
