//! The answer to a request of a test, and what a test wants to see of it.
//!
//! Knows the shapes of results and errors. Panics where a test would fail anyhow, with what came
//! instead.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// What a [`TestClient`](super::TestClient) got for a request.
///
/// The methods that give one kind of answer panic when it was another, and say what came.
#[derive(Clone, Debug)]
#[must_use = "look at the answer, or the test tells nothing"]
pub struct Called {
    /// The request, for messages.
    request: String,
    /// The result object, or the error object.
    answer: Result<Value, Value>,
}

impl Called {
    pub(super) fn new(request: String, answer: Result<Value, Value>) -> Self {
        Self { request, answer }
    }

    /// The same answer to a request that is called `request`.
    pub(super) fn of(self, request: String) -> Self {
        Self { request, ..self }
    }

    /// The whole result object, also that of a tool that failed.
    ///
    /// # Panics
    ///
    /// When the answer is an error of the protocol.
    #[track_caller]
    pub fn result(&self) -> &Value {
        match &self.answer {
            Ok(result) => result,
            Err(error) => panic!("{} was answered with an error: {error}", self.request),
        }
    }

    /// What a tool returned, as a value: its structured content, or else its text, read as JSON
    /// where it can be; nothing is `null`, and so `()`.
    ///
    /// # Panics
    ///
    /// When the call failed, or when what came is no `T`.
    #[track_caller]
    pub fn value<T: DeserializeOwned>(&self) -> T {
        let result = self.success();
        let read = match result.get("structuredContent") {
            Some(content) => either(content.clone(), content.get("result").cloned()),
            None => {
                let text = text_of(result);
                let is_nothing = result["content"].as_array().is_some_and(Vec::is_empty);
                let text = if is_nothing { "null".to_owned() } else { text };
                match serde_json::from_str(&text) {
                    Ok(json) => either(json, Some(Value::String(text))),
                    Err(_) => serde_json::from_value(Value::String(text)),
                }
            }
        };
        match read {
            Ok(value) => value,
            Err(error) => panic!("{} gave no such value: {error}: {result}", self.request),
        }
    }

    /// The text of what a tool, a prompt or a resource gave, the parts joined with line breaks.
    ///
    /// # Panics
    ///
    /// When the call failed.
    #[track_caller]
    pub fn text(&self) -> String {
        text_of(self.success())
    }

    /// Why it failed: the text of an error result, or the message of an error of the protocol.
    ///
    /// # Panics
    ///
    /// When it did not fail.
    #[track_caller]
    pub fn failure(&self) -> String {
        match &self.answer {
            Err(error) => error["message"].as_str().unwrap_or_default().to_owned(),
            Ok(result) if is_failure(result) => text_of(result),
            Ok(result) => panic!("{} was to fail, and gave {result}", self.request),
        }
    }

    /// Whether it failed, one way or the other.
    pub fn is_failure(&self) -> bool {
        self.answer.as_ref().map_or(true, is_failure)
    }

    /// The error object, if the answer is an error of the protocol. A tool that fails gives a
    /// result instead.
    pub fn error(&self) -> Option<&Value> {
        self.answer.as_ref().err()
    }

    #[track_caller]
    fn success(&self) -> &Value {
        let result = self.result();
        assert!(
            !is_failure(result),
            "{} failed: {}",
            self.request,
            text_of(result)
        );
        result
    }
}

fn is_failure(result: &Value) -> bool {
    result["isError"] == Value::Bool(true)
}

/// Reads what was sent, or what it stands for: clients of older revisions get lists and numbers as
/// `{"result": ..}`, and a text may happen to look like JSON.
fn either<T: DeserializeOwned>(sent: Value, meant: Option<Value>) -> Result<T, serde_json::Error> {
    serde_json::from_value(sent).or_else(|error| {
        let meant = meant.and_then(|meant| serde_json::from_value(meant).ok());
        meant.ok_or(error)
    })
}

fn text_of(result: &Value) -> String {
    let blocks = ["content", "messages", "contents"]
        .iter()
        .filter_map(|key| result[key].as_array())
        .flatten();
    let texts = blocks.filter_map(|block| {
        let text = block.get("text").or_else(|| block["content"].get("text"));
        text.and_then(Value::as_str)
    });
    texts.collect::<Vec<_>>().join("\n")
}
