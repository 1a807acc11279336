//! A function that is a resource, or many of them by a template of URIs.
//!
//! Spec: RFC 6570, levels 1 to 3.

use super::Function;
use proc_macro2::Span;

/// What is understood of `#[mcp::resource(..)]` and the function under it.
pub(crate) struct Resource {
    pub(crate) function: Function,
    /// `None` when it could not be read; the fault is recorded.
    pub(crate) uri: Option<Uri>,
    pub(crate) mime_type: Option<String>,
    /// In bytes, and where that was said.
    pub(crate) size: Option<(u64, Span)>,
    pub(crate) audience: Vec<Audience>,
    /// Between 0 and 1, as it was written.
    pub(crate) priority: Option<f64>,
}

/// The URI of a resource, or a template of them.
pub(crate) struct Uri {
    pub(crate) text: String,
    pub(crate) span: Span,
    pub(crate) parts: Vec<Part>,
}

/// A piece of a template.
#[derive(Debug, PartialEq)]
pub(crate) enum Part {
    /// Text that stands for itself.
    Literal(String),
    /// What stands in braces.
    Variables(Operator, Vec<String>),
}

/// How the values of an expression stand in a URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    /// `{a,b}`
    Simple,
    /// `{+a}`
    Reserved,
    /// `{#a}`
    Fragment,
    /// `{.a}`
    Label,
    /// `{/a}`
    Segment,
    /// `{;a}`
    Parameter,
    /// `{?a}`
    Query,
    /// `{&a}`
    Continuation,
}

/// For whom a resource is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    User,
    Assistant,
}

impl Uri {
    /// Every variable, in order.
    pub(crate) fn variables(&self) -> impl Iterator<Item = &str> {
        self.parts
            .iter()
            .flat_map(|part| match part {
                Part::Literal(_) => &[][..],
                Part::Variables(_, names) => names,
            })
            .map(String::as_str)
    }

    /// Whether it stands for many URIs.
    pub(crate) fn is_template(&self) -> bool {
        self.variables().next().is_some()
    }
}

impl Resource {
    /// What a message calls it.
    pub(crate) fn is_template(&self) -> bool {
        self.uri.as_ref().is_some_and(Uri::is_template)
    }
}
