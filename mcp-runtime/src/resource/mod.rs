//! Resources: descriptors, templates of URIs, and what a resource returns.
//!
//! How arguments are decoded and functions called is the same as for tools. Knows nothing of methods and
//! answers: that is `server`.
//!
//! Spec: MCP 2026-07-28, server/resources.

mod output;
mod template;

pub(crate) use output::ResultKind;
#[doc(hidden)]
pub use output::contents;
pub use output::{IntoResourceResult, ResourceResult};
pub(crate) use template::{Match, Template};
pub use template::{Operator, Part};

use crate::complete::Completion;
use crate::tool::{Call, Icon, Made, Parameter, Reply, Run, Source, StateUse, tidy};
use crate::wire::Role;
use std::borrow::Cow;

/// A resource, or a template of many, as `#[mcp::resource]` describes it.
///
/// Spec: MCP 2026-07-28, server/resources, "Resource" and "Resource Templates".
#[derive(Clone, Copy, Debug)]
pub struct Descriptor {
    /// The URI, or the template of URIs.
    pub uri: &'static str,
    /// The template in pieces; none for a single resource.
    pub template: &'static [Part],
    /// What programs call it.
    pub name: &'static str,
    /// A name for people.
    pub title: Option<&'static str>,
    /// What it is: the doc comment.
    pub description: Option<&'static str>,
    /// The media type of its contents.
    pub mime_type: Option<&'static str>,
    /// How many bytes it has.
    pub size: Option<u64>,
    /// For whom it is; nothing for everybody.
    pub audience: &'static [Role],
    /// How important it is, between 0 and 1, as JSON text.
    pub priority: Option<&'static str>,
    /// Pictures for people.
    pub icons: &'static [Icon],
    /// The members of `_meta`: keys, and values as JSON text.
    pub meta: &'static [(&'static str, &'static str)],
    /// The variables in the order of the function's parameters.
    pub parameters: &'static [Parameter],
    /// Those of them that can be completed.
    pub completions: &'static [Completion],
    /// What the server lends to the function.
    pub states: &'static [StateUse],
    /// Where the function runs.
    pub run: Run,
    /// Where the function stands.
    pub source: Source,
    /// Decodes the variables, calls the function, encodes what it returns.
    pub call: fn(Call) -> Reply<Made<ResourceResult>>,
}

impl Descriptor {
    /// A resource with nothing set, to be completed by struct update.
    pub const EMPTY: Self = Self {
        uri: "",
        template: &[],
        name: "",
        title: None,
        description: None,
        mime_type: None,
        size: None,
        audience: &[],
        priority: None,
        icons: &[],
        meta: &[],
        parameters: &[],
        completions: &[],
        states: &[],
        run: Run::Async,
        source: Source { file: "", line: 0 },
        call: |_| Reply::Ready(Ok(Made::Value(ResourceResult::not_found()))),
    };
}

/// A resource, or a template of many, that can be given to a server.
#[derive(Clone, Debug)]
pub struct Resource {
    name: Cow<'static, str>,
    description: Option<Cow<'static, str>>,
    pub(crate) descriptor: &'static Descriptor,
}

impl Resource {
    /// What programs call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its URI, or the template of URIs.
    pub fn uri(&self) -> &str {
        self.descriptor.uri
    }

    /// Whether it stands for many.
    pub fn is_template(&self) -> bool {
        !self.descriptor.template.is_empty()
    }

    /// What it is.
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    pub(crate) fn rename(&mut self, name: String) {
        self.name = Cow::Owned(name);
    }
}

impl From<&'static Descriptor> for Resource {
    fn from(descriptor: &'static Descriptor) -> Self {
        Self {
            name: descriptor.name.into(),
            description: descriptor.description.and_then(tidy),
            descriptor,
        }
    }
}
