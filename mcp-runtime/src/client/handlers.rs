//! What a client does when its server asks: forms, pages to visit, models to sample, roots.
//!
//! The same handlers serve requests of older servers and questions in results of 2026-07-28. Does
//! not know how a question came or where its answer goes.
//!
//! Spec: MCP 2026-07-28, client/elicitation, client/sampling, client/roots.

use crate::jsonrpc::{ErrorCode, ErrorObject};
use crate::wire::Root;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

/// What a server wants to know of the user.
#[derive(Clone, Debug)]
pub struct Elicitation {
    params: Value,
}

impl Elicitation {
    /// The question, for the user.
    pub fn message(&self) -> &str {
        self.params["message"].as_str().unwrap_or_default()
    }

    /// The schema of the form: an object with primitive properties. `None` when the user is to visit
    /// a page instead.
    pub fn schema(&self) -> Option<&Value> {
        self.params.get("requestedSchema")
    }

    /// The page that the user is to visit, outside of this program.
    pub fn url(&self) -> Option<&str> {
        self.params["url"].as_str()
    }

    /// All that the server sent.
    pub fn params(&self) -> &Value {
        &self.params
    }

    /// The values that the form is filled in with before the user looks at it.
    pub fn defaults(&self) -> Map<String, Value> {
        let properties = self
            .schema()
            .and_then(|schema| schema["properties"].as_object());
        let defaults = properties
            .into_iter()
            .flatten()
            .filter_map(|(key, schema)| {
                let default = schema.get("default")?;
                Some((key.clone(), default.clone()))
            });
        defaults.collect()
    }
}

/// What the user said.
#[derive(Clone, Debug, PartialEq)]
pub enum ElicitAnswer {
    /// The form, filled in; what is left out has its default. For a page: the user agreed.
    Accept(Map<String, Value>),
    /// No.
    Decline,
    /// Neither yes nor no, such as a window that was closed.
    Cancel,
}

impl ElicitAnswer {
    /// A form that is filled in: an object, such as a record or `json!({..})`; with anything else the
    /// form keeps its defaults.
    pub fn accept(form: impl Serialize) -> Self {
        match serde_json::to_value(form) {
            Ok(Value::Object(form)) => Self::Accept(form),
            Ok(_) | Err(_) => Self::Accept(Map::new()),
        }
    }

    fn into_json(self, question: &Elicitation) -> Value {
        match self {
            Self::Decline => json!({"action": "decline"}),
            Self::Cancel => json!({"action": "cancel"}),
            Self::Accept(_) if question.url().is_some() => json!({"action": "accept"}),
            Self::Accept(mut form) => {
                for (key, default) in question.defaults() {
                    form.entry(key).or_insert(default);
                }
                json!({"action": "accept", "content": form})
            }
        }
    }
}

/// What a server wants a model to say.
#[derive(Clone, Debug)]
pub struct Sampling {
    params: Value,
}

impl Sampling {
    /// The conversation so far, as the protocol writes it.
    pub fn messages(&self) -> &[Value] {
        self.params["messages"]
            .as_array()
            .map_or(&[], Vec::as_slice)
    }

    /// What the model is told first.
    pub fn system_prompt(&self) -> Option<&str> {
        self.params["systemPrompt"].as_str()
    }

    /// The most tokens of the answer.
    pub fn max_tokens(&self) -> Option<u64> {
        self.params["maxTokens"].as_u64()
    }

    /// All that the server sent: preferences, tools, temperature and the rest.
    pub fn params(&self) -> &Value {
        &self.params
    }
}

/// What a model said.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampled {
    result: Value,
}

impl Sampled {
    /// A text of the assistant by the model of this name.
    pub fn text(model: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            result: json!({
                "role": "assistant",
                "content": {"type": "text", "text": text.into()},
                "model": model.into(),
                "stopReason": "endTurn",
            }),
        }
    }

    /// A whole result, as the protocol writes it.
    pub fn from_json(result: Value) -> Self {
        Self { result }
    }
}

type Answering<T> = Pin<Box<dyn Future<Output = T> + Send>>;
type OnElicit = dyn Fn(Elicitation) -> Answering<ElicitAnswer> + Send + Sync;
type OnSample = dyn Fn(Sampling) -> Answering<Result<Sampled, String>> + Send + Sync;

/// Who answers, as far as somebody was named.
#[derive(Clone, Default)]
pub(super) struct Handlers {
    elicit: Option<Arc<OnElicit>>,
    sample: Option<Arc<OnSample>>,
    roots: Option<Arc<Mutex<Vec<Root>>>>,
    /// What else the program declares.
    pub(super) declared: Map<String, Value>,
}

impl Handlers {
    pub(super) fn on_elicit<F, A>(&mut self, handler: F)
    where
        F: Fn(Elicitation) -> A + Send + Sync + 'static,
        A: Future<Output = ElicitAnswer> + Send + 'static,
    {
        self.elicit = Some(Arc::new(move |question| Box::pin(handler(question))));
    }

    pub(super) fn on_sample<F, A>(&mut self, handler: F)
    where
        F: Fn(Sampling) -> A + Send + Sync + 'static,
        A: Future<Output = Result<Sampled, String>> + Send + 'static,
    {
        self.sample = Some(Arc::new(move |question| Box::pin(handler(question))));
    }

    pub(super) fn set_roots(&mut self, roots: Vec<Root>) {
        self.roots = Some(Arc::new(Mutex::new(roots)));
    }

    /// Other roots than before; `false` when the server was told that there are none.
    pub(super) fn change_roots(&self, new: Vec<Root>) -> bool {
        let Some(roots) = &self.roots else {
            return false;
        };
        *roots.lock().unwrap_or_else(PoisonError::into_inner) = new;
        true
    }

    /// What is declared to the server: what somebody answers, and no more.
    pub(super) fn capabilities(&self, modern: bool) -> Value {
        let mut capabilities = self.declared.clone();
        let mut declare = |name: &str, value: Value| {
            capabilities.entry(name).or_insert(value);
        };
        if self.elicit.is_some() {
            declare("elicitation", json!({"form": {}, "url": {}}));
        }
        if self.sample.is_some() {
            declare("sampling", json!({}));
        }
        if self.roots.is_some() {
            // 2026-07-28 has no notification for it
            let roots = if modern {
                json!({})
            } else {
                json!({"listChanged": true})
            };
            declare("roots", roots);
        }
        Value::Object(capabilities)
    }

    /// Answers a question of the server: the result object, or why there is none.
    pub(super) async fn answer(&self, method: &str, params: Value) -> Result<Value, ErrorObject> {
        let unknown = || {
            let text = format!("this client does not answer `{method}`");
            ErrorObject::new(ErrorCode::METHOD_NOT_FOUND, text)
        };
        match method {
            "ping" => Ok(json!({})),
            "elicitation/create" => {
                let handler = self.elicit.as_ref().ok_or_else(unknown)?;
                let question = Elicitation { params };
                let answer = handler(question.clone()).await;
                Ok(answer.into_json(&question))
            }
            "sampling/createMessage" => {
                let handler = self.sample.as_ref().ok_or_else(unknown)?;
                match handler(Sampling { params }).await {
                    Ok(sampled) => Ok(sampled.result),
                    // the code that the specification has for a user who refuses
                    Err(text) => Err(ErrorObject::new(ErrorCode(-1), text)),
                }
            }
            "roots/list" => {
                let roots = self.roots.as_ref().ok_or_else(unknown)?;
                let roots = roots.lock().unwrap_or_else(PoisonError::into_inner).clone();
                Ok(json!({ "roots": roots }))
            }
            _ => Err(unknown()),
        }
    }
}

impl fmt::Debug for Handlers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handlers")
            .field("elicit", &self.elicit.is_some())
            .field("sample", &self.sample.is_some())
            .field("roots", &self.roots)
            .finish_non_exhaustive()
    }
}
