//! What a client's model is asked, and what it says.
//!
//! Spec: MCP 2025-11-25, client/sampling.

use crate::wire::{ClientCapabilities, Role};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

/// What a client's model is asked; see [`Context::sample`](crate::Context::sample).
///
/// ```
/// let request = mcp::SampleRequest::new(200)
///     .system("You are brief.")
///     .user("Sum this up: …");
/// ```
#[derive(Clone, Debug)]
pub struct SampleRequest {
    params: Map<String, Value>,
    messages: Vec<Value>,
    tools: Vec<Value>,
}

impl SampleRequest {
    /// A request for an answer of at most so many tokens.
    pub fn new(max_tokens: u32) -> Self {
        let mut params = Map::new();
        params.insert("maxTokens".to_owned(), max_tokens.into());
        Self {
            params,
            messages: Vec::new(),
            tools: Vec::new(),
        }
    }

    /// What the user says.
    #[must_use]
    pub fn user(self, text: impl Into<String>) -> Self {
        self.message(Role::User, json!({"type": "text", "text": text.into()}))
    }

    /// What the model has said.
    #[must_use]
    pub fn assistant(self, text: impl Into<String>) -> Self {
        self.message(
            Role::Assistant,
            json!({"type": "text", "text": text.into()}),
        )
    }

    /// Any content as the protocol writes it: an image, a use of a tool, its results.
    #[must_use]
    pub fn message(mut self, role: Role, content: Value) -> Self {
        self.messages
            .push(json!({"role": role, "content": content}));
        self
    }

    /// What the model is told first.
    #[must_use]
    pub fn system(self, text: impl Into<String>) -> Self {
        self.param("systemPrompt", text.into())
    }

    /// How free the model is, in the terms of its maker.
    #[must_use]
    pub fn temperature(self, temperature: f64) -> Self {
        self.param("temperature", temperature)
    }

    /// A tool that the model may use, with the schema of its arguments. It comes back as content
    /// of the type `tool_use`; calling it is up to you.
    #[must_use]
    pub fn tool(mut self, name: &str, description: &str, input_schema: Value) -> Self {
        let tool = json!({"name": name, "description": description, "inputSchema": input_schema});
        self.tools.push(tool);
        self
    }

    /// Any other member of the request, such as `modelPreferences` or `toolChoice`.
    #[must_use]
    pub fn param(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.params.insert(name.to_owned(), value.into());
        self
    }

    pub(super) fn needs(&self) -> ClientCapabilities {
        let mut needs = ClientCapabilities::SAMPLING;
        if !self.tools.is_empty() || self.params.contains_key("toolChoice") {
            needs = needs.and(ClientCapabilities::SAMPLING_TOOLS);
        }
        let context = self.params.get("includeContext").and_then(Value::as_str);
        if context.is_some_and(|context| context != "none") {
            needs = needs.and(ClientCapabilities::SAMPLING_CONTEXT);
        }
        needs
    }

    pub(super) fn into_json(self) -> Value {
        let mut params = self.params;
        params.insert("messages".to_owned(), self.messages.into());
        if !self.tools.is_empty() {
            params.insert("tools".to_owned(), self.tools.into());
        }
        params.into()
    }
}

/// What a client's model said.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Sampled {
    /// Its blocks, as the protocol writes them.
    #[serde(deserialize_with = "one_or_many")]
    pub content: Vec<Value>,
    /// Which model it was.
    #[serde(default)]
    pub model: String,
    /// Why it ended, such as `endTurn` or `toolUse`.
    #[serde(default)]
    pub stop_reason: Option<String>,
}

impl Sampled {
    /// Its texts, joined.
    pub fn text(&self) -> String {
        let texts = self.content.iter().filter(|one| one["type"] == "text");
        texts.filter_map(|one| one["text"].as_str()).collect()
    }
}

fn one_or_many<'de, D: Deserializer<'de>>(content: D) -> Result<Vec<Value>, D::Error> {
    Ok(match Value::deserialize(content)? {
        Value::Array(blocks) => blocks,
        block => vec![block],
    })
}
