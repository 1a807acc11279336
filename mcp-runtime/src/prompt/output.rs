//! What a prompt returns, as messages.

use crate::tool::Made;
use crate::wire::{Audio, Content, Image, PromptMessage, ResourceContents, ResourceLink};
use std::borrow::Cow;
use std::sync::Arc;

/// A prompt in full: its messages, and what they are about.
///
/// ```
/// use mcp::{PromptMessage, PromptResult};
///
/// let prompt = PromptResult::new()
///     .description("A review of two files")
///     .message(PromptMessage::user("Review these files."));
/// ```
///
/// Spec: MCP 2026-07-28, schema, `GetPromptResult`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PromptResult {
    pub(crate) description: Option<String>,
    pub(crate) messages: Vec<PromptMessage>,
}

impl PromptResult {
    /// No messages yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// What the messages are about; without it, the description of the prompt.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Adds a message.
    #[must_use]
    pub fn message(mut self, message: PromptMessage) -> Self {
        self.messages.push(message);
        self
    }

    /// Adds a message of the user.
    #[must_use]
    pub fn user(self, content: impl Into<Content>) -> Self {
        self.message(PromptMessage::user(content))
    }

    /// Adds a message of the model.
    #[must_use]
    pub fn assistant(self, content: impl Into<Content>) -> Self {
        self.message(PromptMessage::assistant(content))
    }
}

/// A type that a prompt can return.
///
/// Text and content blocks are a message of the user. Implement it for a type of your own to say how it
/// is asked for.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned from a prompt",
    label = "this type is no message",
    note = "return text, `mcp::PromptMessage`, a `Vec` of them, or `mcp::PromptResult`; or implement \
            `mcp::IntoPromptResult` for it"
)]
pub trait IntoPromptResult {
    /// The messages as the client gets them.
    fn into_prompt_result(self) -> PromptResult;
}

/// What a prompt made, from what its function returned.
pub fn messages<T: IntoPromptResult>(value: T) -> Made<PromptResult> {
    Made::Value(value.into_prompt_result())
}

impl IntoPromptResult for PromptResult {
    fn into_prompt_result(self) -> PromptResult {
        self
    }
}

impl IntoPromptResult for PromptMessage {
    fn into_prompt_result(self) -> PromptResult {
        PromptResult::new().message(self)
    }
}

impl IntoPromptResult for Vec<PromptMessage> {
    fn into_prompt_result(self) -> PromptResult {
        PromptResult {
            description: None,
            messages: self,
        }
    }
}

impl<const N: usize> IntoPromptResult for [PromptMessage; N] {
    fn into_prompt_result(self) -> PromptResult {
        Vec::from(self).into_prompt_result()
    }
}

macro_rules! of_the_user {
    ($($type:ty),*) => {$(
        impl IntoPromptResult for $type {
            fn into_prompt_result(self) -> PromptResult {
                PromptResult::new().user(self)
            }
        }
    )*};
}

of_the_user!(
    String,
    &str,
    Content,
    Image,
    Audio,
    ResourceContents,
    ResourceLink
);

macro_rules! text {
    ($($type:ty),*) => {$(
        impl IntoPromptResult for $type {
            fn into_prompt_result(self) -> PromptResult {
                PromptResult::new().user(&*self)
            }
        }
    )*};
}

text!(Cow<'_, str>, Box<str>, Arc<str>);

impl IntoPromptResult for &String {
    fn into_prompt_result(self) -> PromptResult {
        self.as_str().into_prompt_result()
    }
}
