//! Messages of prompts.
//!
//! Spec: MCP 2026-07-28, server/prompts, "PromptMessage".

use super::Content;
use serde::Serialize;

/// Who speaks, or for whom something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The user.
    User,
    /// The model.
    Assistant,
}

impl Role {
    /// The word on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// One message of a prompt: who says what.
///
/// ```
/// use mcp::{Content, PromptMessage};
///
/// let messages = [
///     PromptMessage::user("What is on this picture?"),
///     PromptMessage::user(Content::image([0u8; 4], "image/png")),
///     PromptMessage::assistant("Let me look."),
/// ];
/// assert_eq!(messages[2].role(), mcp::Role::Assistant);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PromptMessage {
    role: Role,
    content: Content,
}

impl PromptMessage {
    /// What `role` says.
    pub fn new(role: Role, content: impl Into<Content>) -> Self {
        Self {
            role,
            content: content.into(),
        }
    }

    /// What the user says.
    pub fn user(content: impl Into<Content>) -> Self {
        Self::new(Role::User, content)
    }

    /// What the model says.
    pub fn assistant(content: impl Into<Content>) -> Self {
        Self::new(Role::Assistant, content)
    }

    /// Who says it.
    pub fn role(&self) -> Role {
        self.role
    }

    /// What is said.
    pub fn content(&self) -> &Content {
        &self.content
    }
}
