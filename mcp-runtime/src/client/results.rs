//! What a server answers, as values: results of calls, descriptions of what it offers.
//!
//! Reads what a revision may leave out, and keeps what it does not know: every description has the
//! whole JSON with it, so nothing is lost when it is passed on.
//!
//! Spec: MCP 2026-07-28, server/tools, server/prompts, server/resources.

use super::error::ClientError;
use base64::Engine as _;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// The result of a tool.
#[derive(Clone, Debug)]
#[must_use = "a tool that failed says so in its result"]
pub struct CallResult {
    content: Vec<Block>,
    structured: Option<Box<RawValue>>,
    is_error: bool,
    json: Box<RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireCallResult {
    #[serde(default)]
    content: Vec<Value>,
    #[serde(default)]
    structured_content: Option<Box<RawValue>>,
    #[serde(default)]
    is_error: Option<bool>,
}

impl CallResult {
    pub(super) fn read(json: &str) -> Result<Self, ClientError> {
        let wire: WireCallResult = read(json)?;
        Ok(Self {
            content: wire.content.into_iter().map(Block).collect(),
            structured: wire.structured_content,
            is_error: wire.is_error.unwrap_or(false),
            json: raw(json),
        })
    }

    /// The blocks of content.
    pub fn content(&self) -> &[Block] {
        &self.content
    }

    /// The texts of the content, joined with line breaks.
    pub fn text(&self) -> String {
        let texts = self.content.iter().filter_map(Block::as_text);
        texts.collect::<Vec<_>>().join("\n")
    }

    /// The structured content as JSON text, if there is any.
    pub fn structured_json(&self) -> Option<&str> {
        self.structured.as_deref().map(RawValue::get)
    }

    /// Whether the tool failed; the content says why.
    pub fn is_error(&self) -> bool {
        self.is_error
    }

    /// The whole result as JSON text.
    pub fn json(&self) -> &str {
        self.json.get()
    }

    /// What the tool returned, as a value: the structured content, or else the text read as JSON, or
    /// else the text; nothing is `null`, and so `()`.
    ///
    /// Older servers wrap lists and numbers as `{"result": ..}`; that is taken off where `T` is not
    /// such an object.
    ///
    /// # Errors
    ///
    /// [`ToolError::Failed`] with the text of a tool that failed; [`ToolError::Value`] when
    /// what came is no `T`.
    pub fn into_typed<T: DeserializeOwned>(self) -> Result<T, ToolError> {
        if self.is_error {
            return Err(ToolError::Failed(self.text()));
        }
        match self.structured_json() {
            Some(json) => from_structured(json),
            None if self.content.is_empty() => from_structured("null"),
            None => from_text(self.text()),
        }
    }
}

fn from_structured<T: DeserializeOwned>(json: &str) -> Result<T, ToolError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wrapped<'a> {
        #[serde(borrow)]
        result: &'a RawValue,
    }
    serde_json::from_str(json).or_else(|error| {
        let wrapped = serde_json::from_str::<Wrapped<'_>>(json).ok();
        let value = wrapped.and_then(|wrapped| serde_json::from_str(wrapped.result.get()).ok());
        value.ok_or(ToolError::Value(error))
    })
}

fn from_text<T: DeserializeOwned>(text: String) -> Result<T, ToolError> {
    serde_json::from_str(&text)
        .or_else(|error| serde_json::from_value(Value::String(text)).map_err(|_| error))
        .map_err(ToolError::Value)
}

/// Why the result of a tool is not the value that was expected.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ToolError {
    /// The tool failed; this is its text.
    #[error("the tool failed: {0}")]
    Failed(String),
    /// What it returned is of another type.
    #[error("the result is not of the type expected: {0}")]
    Value(serde_json::Error),
}

/// A block of content: text, an image, sound, a resource or a link to one, or what later revisions
/// add.
#[derive(Clone, Debug, PartialEq)]
pub struct Block(Value);

impl Block {
    /// `text`, `image`, `audio`, `resource`, `resource_link`, or another.
    pub fn kind(&self) -> &str {
        self.0["type"].as_str().unwrap_or_default()
    }

    /// The text of a block of text or of a resource that is text.
    pub fn as_text(&self) -> Option<&str> {
        let text = self
            .0
            .get("text")
            .or_else(|| self.0["resource"].get("text"));
        text.and_then(Value::as_str)
    }

    /// The bytes of an image, of sound, or of a resource that is no text, decoded.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        let data = self
            .0
            .get("data")
            .or_else(|| self.0["resource"].get("blob"));
        let data = data.and_then(Value::as_str)?;
        base64::engine::general_purpose::STANDARD.decode(data).ok()
    }

    /// The media type, where there is one.
    pub fn mime_type(&self) -> Option<&str> {
        let own = self.0.get("mimeType");
        own.or_else(|| self.0["resource"].get("mimeType"))
            .and_then(Value::as_str)
    }

    /// The URI of a resource or a link.
    pub fn uri(&self) -> Option<&str> {
        let own = self.0.get("uri");
        own.or_else(|| self.0["resource"].get("uri"))
            .and_then(Value::as_str)
    }

    /// All of it.
    pub fn json(&self) -> &Value {
        &self.0
    }
}

macro_rules! described {
    ($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$fdoc])* pub $field: $type,)*
            json: Box<RawValue>,
        }

        impl $name {
            /// The whole description as JSON text, with every member that the server sent.
            pub fn json(&self) -> &str {
                self.json.get()
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                #[derive(Deserialize)]
                #[serde(rename_all = "camelCase")]
                struct Known {
                    $(#[serde(default)] $field: Option<$type>,)*
                }
                let json = Box::<RawValue>::deserialize(deserializer)?;
                let known: Known =
                    serde_json::from_str(json.get()).map_err(serde::de::Error::custom)?;
                Ok(Self {
                    $($field: known.$field.unwrap_or_default(),)*
                    json,
                })
            }
        }
    };
}

described! {
    /// A tool as its server describes it.
    ToolInfo {
        /// Its name, for [`Client::call`](super::Client::call).
        name: String,
        /// A name for people.
        title: Option<String>,
        /// What it does.
        description: Option<String>,
        /// The JSON Schema of its arguments. Nothing in it is resolved or fetched.
        input_schema: Value,
        /// The JSON Schema of its structured content.
        output_schema: Option<Value>,
        /// Hints about its behaviour, such as `readOnlyHint`; not verified.
        annotations: Map<String, Value>,
    }
}

described! {
    /// A prompt as its server describes it.
    PromptInfo {
        /// Its name, for [`Client::prompt`](super::Client::prompt).
        name: String,
        /// A name for people.
        title: Option<String>,
        /// What it is for.
        description: Option<String>,
        /// Its arguments.
        arguments: Vec<PromptArgument>,
    }
}

/// An argument of a prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct PromptArgument {
    /// Its key.
    pub name: String,
    /// A name for people.
    #[serde(default)]
    pub title: Option<String>,
    /// What it is.
    #[serde(default)]
    pub description: Option<String>,
    /// Whether the prompt needs it.
    #[serde(default)]
    pub required: bool,
}

described! {
    /// A resource as its server describes it.
    ResourceInfo {
        /// Its URI, for [`Client::read`](super::Client::read).
        uri: String,
        /// Its name.
        name: String,
        /// A name for people.
        title: Option<String>,
        /// What it is.
        description: Option<String>,
        /// Its media type.
        mime_type: Option<String>,
        /// Its length in bytes.
        size: Option<u64>,
    }
}

described! {
    /// A family of resources as its server describes it.
    TemplateInfo {
        /// The template of their URIs (RFC 6570).
        uri_template: String,
        /// Its name.
        name: String,
        /// A name for people.
        title: Option<String>,
        /// What they are.
        description: Option<String>,
        /// Their media type, where they have one in common.
        mime_type: Option<String>,
    }
}

/// What a prompt gave.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Prompted {
    /// What it is for.
    #[serde(default)]
    pub description: Option<String>,
    /// The messages, in order.
    pub messages: Vec<PromptedMessage>,
}

/// A message of a prompt.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct PromptedMessage {
    /// `user` or `assistant`.
    pub role: String,
    /// What is said.
    pub content: Block,
}

impl<'de> Deserialize<'de> for Block {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(Self)
    }
}

/// A part of what was read of a resource.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Contents {
    /// The URI of the part.
    pub uri: String,
    /// Its media type.
    #[serde(default)]
    pub mime_type: Option<String>,
    /// Text, where it is text.
    #[serde(default)]
    pub text: Option<String>,
    #[serde(default)]
    blob: Option<String>,
}

impl Contents {
    /// The bytes, of text too.
    ///
    /// # Errors
    ///
    /// [`ClientError::Protocol`] when the server sent neither text nor base64.
    pub fn bytes(&self) -> Result<Cow<'_, [u8]>, ClientError> {
        match (&self.text, &self.blob) {
            (Some(text), _) => Ok(Cow::Borrowed(text.as_bytes())),
            (None, Some(blob)) => base64::engine::general_purpose::STANDARD
                .decode(blob)
                .map(Cow::Owned)
                .map_err(|error| ClientError::Protocol(format!("`blob` is no base64: {error}"))),
            (None, None) => Err(ClientError::Protocol(
                "contents with neither `text` nor `blob`".to_owned(),
            )),
        }
    }
}

/// What may stand for an argument.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Completed {
    /// At most 100 values.
    #[serde(default)]
    pub values: Vec<String>,
    /// How many there are in all, if the server knows.
    #[serde(default)]
    pub total: Option<u64>,
    /// Whether there are more than these.
    #[serde(default)]
    pub has_more: bool,
}

/// Reads a result.
pub(super) fn read<T: DeserializeOwned>(json: &str) -> Result<T, ClientError> {
    serde_json::from_str(json)
        .map_err(|error| ClientError::value("the result of the server", error))
}

pub(super) fn raw(json: &str) -> Box<RawValue> {
    RawValue::from_string(json.to_owned()).expect("a part of a message that is JSON")
}
