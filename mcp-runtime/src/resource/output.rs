//! What a resource returns, as contents.
//!
//! Does not know the URI that was asked for: the server puts it in.

use crate::tool::{Json, Made, with_causes};
use crate::wire::ResourceContents;
use serde::Serialize;
use std::borrow::Cow;
use std::sync::Arc;

/// What reading a resource gives: its contents, or that there is no such resource.
///
/// Spec: MCP 2026-07-28, schema, `ReadResourceResult`.
#[derive(Clone, Debug, PartialEq)]
pub struct ResourceResult(pub(crate) ResultKind);

/// The ways reading can end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ResultKind {
    /// The contents of the URI that was asked for.
    Own(Body),
    /// Contents that say where they belong.
    Contents(Vec<ResourceContents>),
    /// There is no such resource.
    NotFound,
    /// There is no JSON text of what was returned.
    Failed(String),
}

/// Contents without a URI.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Body {
    /// With an empty URI, to be put in.
    pub(crate) contents: ResourceContents,
    /// The media type where the resource declares none.
    pub(crate) mime_type: Option<&'static str>,
}

impl ResourceResult {
    /// Text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::own(ResourceContents::text("", text))
    }

    /// Bytes.
    pub fn blob(bytes: impl AsRef<[u8]>) -> Self {
        Self::own(ResourceContents::blob("", bytes))
    }

    /// Contents under URIs of their own.
    pub fn contents(contents: impl IntoIterator<Item = ResourceContents>) -> Self {
        Self(ResultKind::Contents(contents.into_iter().collect()))
    }

    /// There is no such resource.
    pub fn not_found() -> Self {
        Self(ResultKind::NotFound)
    }

    fn own(contents: ResourceContents) -> Self {
        Self(ResultKind::Own(Body {
            contents,
            mime_type: None,
        }))
    }
}

/// A type that a resource can return.
///
/// Text is sent as it is, bytes as base64; [`Json<T>`](crate::Json) as JSON text; `None` of an `Option`
/// says that there is no such resource.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned from a resource",
    label = "this type is neither text nor bytes",
    note = "return text, `Vec<u8>`, `mcp::Json<T>`, `mcp::ResourceContents` or an `Option` of them; or implement \
            `mcp::IntoResourceResult` for it"
)]
pub trait IntoResourceResult {
    /// The contents as the client gets them.
    fn into_resource_result(self) -> ResourceResult;
}

/// What a resource made, from what its function returned.
pub fn contents<T: IntoResourceResult>(value: T) -> Made<ResourceResult> {
    match value.into_resource_result() {
        ResourceResult(ResultKind::Failed(text)) => Made::Failed(text),
        result => Made::Value(result),
    }
}

impl IntoResourceResult for ResourceResult {
    fn into_resource_result(self) -> ResourceResult {
        self
    }
}

impl<T: IntoResourceResult> IntoResourceResult for Option<T> {
    fn into_resource_result(self) -> ResourceResult {
        self.map_or_else(ResourceResult::not_found, T::into_resource_result)
    }
}

impl IntoResourceResult for ResourceContents {
    fn into_resource_result(self) -> ResourceResult {
        ResourceResult::contents([self])
    }
}

impl IntoResourceResult for Vec<ResourceContents> {
    fn into_resource_result(self) -> ResourceResult {
        ResourceResult::contents(self)
    }
}

impl<const N: usize> IntoResourceResult for [ResourceContents; N] {
    fn into_resource_result(self) -> ResourceResult {
        ResourceResult::contents(self)
    }
}

impl<T: Serialize> IntoResourceResult for Json<T> {
    fn into_resource_result(self) -> ResourceResult {
        match serde_json::to_string(&self.0) {
            Ok(json) => ResourceResult(ResultKind::Own(Body {
                contents: ResourceContents::text("", json),
                mime_type: Some("application/json"),
            })),
            Err(error) => ResourceResult(ResultKind::Failed(with_causes(&error))),
        }
    }
}

macro_rules! text {
    ($($type:ty),*) => {$(
        impl IntoResourceResult for $type {
            fn into_resource_result(self) -> ResourceResult {
                ResourceResult::text(self)
            }
        }
    )*};
}

text!(String, &str, &String, Cow<'_, str>, Box<str>);

impl IntoResourceResult for Arc<str> {
    fn into_resource_result(self) -> ResourceResult {
        ResourceResult::text(&*self)
    }
}

macro_rules! bytes {
    ($($type:ty),*) => {$(
        impl IntoResourceResult for $type {
            fn into_resource_result(self) -> ResourceResult {
                ResourceResult::blob(self)
            }
        }
    )*};
}

bytes!(
    Vec<u8>,
    &[u8],
    &Vec<u8>,
    Cow<'_, [u8]>,
    Box<[u8]>,
    Arc<[u8]>
);

impl<const N: usize> IntoResourceResult for [u8; N] {
    fn into_resource_result(self) -> ResourceResult {
        ResourceResult::blob(self)
    }
}

impl<const N: usize> IntoResourceResult for &[u8; N] {
    fn into_resource_result(self) -> ResourceResult {
        ResourceResult::blob(self)
    }
}
