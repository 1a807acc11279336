//! Results in which a server of 2026-07-28 asks back, and the next round.
//!
//! Spec: MCP 2026-07-28, basic/patterns/mrtr.

use super::core::Core;
use super::error::{ClientError, Closed};
use super::facts::Facts;
use super::params::{Members, object, parse};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// What a result is.
pub(super) enum Round {
    Complete,
    /// The server wants to know more first.
    Asks(Questions),
}

/// A result that asks back.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Questions {
    #[serde(default)]
    input_requests: Map<String, Value>,
    #[serde(default)]
    request_state: Option<String>,
}

impl Round {
    pub(super) fn of(core: &Core, result: &str) -> Result<Self, ClientError> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Kind<'a> {
            #[serde(borrow, default)]
            result_type: Option<Cow<'a, str>>,
        }
        if !core.facts.get().is_some_and(Facts::is_modern) {
            return Ok(Self::Complete);
        }
        let fault = |error| ClientError::value("the result of the server", error);
        let kind: Kind<'_> = serde_json::from_str(result).map_err(fault)?;
        match kind.result_type.as_deref() {
            None | Some("complete") => Ok(Self::Complete),
            Some("input_required") => serde_json::from_str(result).map(Self::Asks).map_err(fault),
            Some(other) => Err(ClientError::Protocol(format!(
                "a result of the unknown type `{}`",
                other.escape_default()
            ))),
        }
    }
}

impl Questions {
    /// The parameters of the next round: what was asked is answered, all at the same time.
    pub(super) async fn answered(self, core: &Core, params: &str) -> Result<String, ClientError> {
        let mut answers = Vec::with_capacity(self.input_requests.len());
        for (key, mut question) in self.input_requests {
            let method = question["method"].as_str().unwrap_or_default().to_owned();
            let handlers = core.shared.handlers.clone();
            let asked = question["params"].take();
            let answer = async move { (handlers.answer(&method, asked).await, method) };
            answers.push((key, AbortOnDrop(tokio::spawn(answer))));
        }
        let mut responses = Map::new();
        for (key, mut answer) in answers {
            let (answer, method) = match (&mut answer.0).await {
                Ok(answer) => answer,
                Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
                Err(_) => return Err(Closed::here().into()),
            };
            let answer = answer.map_err(|error| {
                ClientError::Asked(format!("`{}`: {}", method.escape_default(), error.message))
            })?;
            responses.insert(key, answer);
        }
        let mut params: Members = parse(params)?;
        params.remove("inputResponses");
        params.remove("requestState");
        let mut add = |key: &str, value: Value| {
            let raw = RawValue::from_string(value.to_string());
            params.insert(key.to_owned(), raw.expect("a value is JSON"));
        };
        if !responses.is_empty() {
            add("inputResponses", Value::Object(responses));
        }
        if let Some(state) = self.request_state {
            add("requestState", Value::String(state));
        }
        object(params)
    }
}

/// A request that is cancelled leaves no handler running.
struct AbortOnDrop<T>(tokio::task::JoinHandle<T>);

impl<T> Drop for AbortOnDrop<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}
