//! What a tool returns, on its way to the answer.
//!
//! Values are serialised once, here; which members of the answer they fill is decided by the
//! server, which knows the caller's revision.

use super::{FromFailure, finite};
use crate::schema::TypeSchema;
use crate::wire::{Audio, Content, Image, ResourceContents, ResourceLink};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::ops::Deref;
use std::sync::Arc;

/// What an adapter gives back for a call that was made.
#[derive(Debug)]
pub struct Output(pub(crate) OutputKind);

#[derive(Debug)]
pub(crate) enum OutputKind {
    /// A value with an output schema, as JSON text, and a text to show in its place.
    Value(String, Option<String>),
    /// Content, or a result in full.
    Result(ToolResult),
    /// The function returned an `Err`; the text may be masked.
    Failed(String),
}

impl Output {
    /// A value whose schema was published.
    pub(crate) fn value<T: Serialize>(value: &T) -> Self {
        match finite::to_json(value) {
            Ok(json) => Self(OutputKind::Value(json, None)),
            Err(text) => Self::failed(text),
        }
    }

    /// The `Err` of a tool.
    pub(crate) fn failed(text: String) -> Self {
        Self(OutputKind::Failed(text))
    }
}

impl Output {
    /// The same output with the text of an output action, if one was asked for.
    ///
    /// It stands in the place of all content, and a structured value stays what it is.
    #[must_use]
    pub fn rendered(mut self, text: Option<String>) -> Self {
        if let Some(text) = text {
            match &mut self.0 {
                OutputKind::Value(_, shown) => *shown = Some(text),
                OutputKind::Result(result) => result.content = vec![Content::text(text)],
                OutputKind::Failed(_) => {}
            }
        }
        self
    }
}

impl FromFailure for Output {
    fn from_failure(text: String) -> Self {
        Self::failed(text)
    }
}

impl From<ToolResult> for Output {
    fn from(result: ToolResult) -> Self {
        Self(OutputKind::Result(result))
    }
}

/// The type behind a tool's output schema.
#[derive(Clone, Copy, Debug)]
pub struct OutputType {
    /// Its schema; none when that was given by hand.
    pub(crate) schema: Option<TypeSchema>,
    /// Whether legacy clients get it as `{"result": …}` when it is no object.
    pub(crate) wrapped: bool,
}

impl OutputType {
    pub(crate) const fn of<T: JsonSchema>(wrapped: bool) -> Self {
        Self {
            schema: Some(TypeSchema::result::<T>()),
            wrapped,
        }
    }

    pub(crate) const fn given(wrapped: bool) -> Self {
        Self {
            schema: None,
            wrapped,
        }
    }
}

/// A type whose values a tool can return: it has a JSON form and a schema of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned from a tool",
    label = "this type has no JSON form with a schema",
    note = "derive `serde::Serialize` and `schemars::JsonSchema` for it, or return text, `mcp::Content` or `mcp::ToolResult`"
)]
pub trait Structured: Serialize + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema> Structured for T {}

/// A type whose values a tool can return when the schema is given by hand: it has a JSON form.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned from a tool",
    label = "this type has no JSON form",
    note = "derive `serde::Serialize` for it, or return text, `mcp::Content` or `mcp::ToolResult`"
)]
pub trait Written: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize> Written for T {}

/// A type that a tool can return as content: text, pictures, links, a result in full.
///
/// Implement it for a type of your own to say how it looks to the model.
///
/// ```
/// use mcp::{IntoToolResult, ToolResult};
///
/// struct Report { title: String }
///
/// impl IntoToolResult for Report {
///     fn into_tool_result(self) -> ToolResult {
///         ToolResult::new().text(format!("# {}", self.title))
///     }
/// }
///
/// /// Writes the report.
/// #[mcp::tool]
/// fn report() -> Report {
///     Report { title: "June".into() }
/// }
/// # fn main() {}
/// ```
pub trait IntoToolResult {
    /// Whether the result may have a structured value, so that an output schema can be given by hand.
    #[doc(hidden)]
    const MAY_BE_STRUCTURED: bool = true;

    /// The result as the client gets it.
    fn into_tool_result(self) -> ToolResult;
}

/// A tool's result in full: content blocks, a structured value, the error flag.
///
/// ```
/// let result = mcp::ToolResult::new().text("two rows").structured(&[1, 2]);
/// assert!(!result.is_error());
/// ```
///
/// Spec: MCP 2026-07-28, server/tools, "Tool Result".
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolResult {
    pub(crate) content: Vec<Content>,
    /// JSON text.
    pub(crate) structured: Option<String>,
    pub(crate) is_error: bool,
}

impl ToolResult {
    /// An empty result.
    pub fn new() -> Self {
        Self::default()
    }

    /// A result that tells the model what went wrong.
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            is_error: true,
            ..Self::new().text(text)
        }
    }

    /// Adds a block of text.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Self {
        self.content(Content::text(text))
    }

    /// Adds a block.
    #[must_use]
    pub fn content(mut self, block: impl Into<Content>) -> Self {
        self.content.push(block.into());
        self
    }

    /// Sets the structured value; sent to clients of 2025-06-18 and later, to those before
    /// 2026-07-28 only when it is an object.
    ///
    /// A value without a JSON form turns the result into an error that names the member.
    #[must_use]
    pub fn structured(mut self, value: &impl Serialize) -> Self {
        match finite::to_json(value) {
            Ok(json) => self.structured = Some(json),
            Err(text) => return Self::error(text),
        }
        self
    }

    /// Marks the result as an error.
    #[must_use]
    pub fn into_error(mut self) -> Self {
        self.is_error = true;
        self
    }

    /// Whether it is marked as an error.
    pub fn is_error(&self) -> bool {
        self.is_error
    }
}

impl IntoToolResult for ToolResult {
    fn into_tool_result(self) -> ToolResult {
        self
    }
}

impl IntoToolResult for () {
    const MAY_BE_STRUCTURED: bool = false;

    fn into_tool_result(self) -> ToolResult {
        ToolResult::new()
    }
}

macro_rules! text {
    ($($type:ty),*) => {$(
        impl IntoToolResult for $type {
            const MAY_BE_STRUCTURED: bool = false;

            fn into_tool_result(self) -> ToolResult {
                ToolResult::new().text(self)
            }
        }
    )*};
}

text!(String, &str, Cow<'_, str>, Box<str>);

impl IntoToolResult for Arc<str> {
    const MAY_BE_STRUCTURED: bool = false;

    fn into_tool_result(self) -> ToolResult {
        ToolResult::new().text(&*self)
    }
}

impl IntoToolResult for &String {
    const MAY_BE_STRUCTURED: bool = false;

    fn into_tool_result(self) -> ToolResult {
        ToolResult::new().text(self)
    }
}

macro_rules! block {
    ($($type:ty),*) => {$(
        impl IntoToolResult for $type {
            const MAY_BE_STRUCTURED: bool = false;

            fn into_tool_result(self) -> ToolResult {
                ToolResult::new().content(self)
            }
        }
    )*};
}

block!(Content, Image, Audio, ResourceContents, ResourceLink);

impl IntoToolResult for Vec<Content> {
    const MAY_BE_STRUCTURED: bool = false;

    fn into_tool_result(self) -> ToolResult {
        ToolResult {
            content: self,
            ..ToolResult::new()
        }
    }
}

impl<const N: usize> IntoToolResult for [Content; N] {
    const MAY_BE_STRUCTURED: bool = false;

    fn into_tool_result(self) -> ToolResult {
        Vec::from(self).into_tool_result()
    }
}

/// Sends any value as structured content, also to clients before 2026-07-28.
///
/// Those know objects only, so a list or a number goes to them as `{"result": …}`, in the
/// schema and in the value alike.
///
/// ```
/// /// The ids of all rows.
/// #[mcp::tool]
/// fn ids() -> mcp::Json<Vec<u32>> {
///     mcp::Json(vec![1, 2])
/// }
/// # fn main() {}
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Json<T>(pub T);

/// So that what takes a `&T`, an output action for one, takes a `&Json<T>`.
impl<T> Deref for Json<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Serialize> Serialize for Json<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}
