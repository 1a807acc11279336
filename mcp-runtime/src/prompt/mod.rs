//! Prompts: descriptors, and what a prompt returns.
//!
//! How arguments are decoded and functions called is the same as for tools. Knows nothing of methods and
//! answers: that is `server`.
//!
//! Spec: MCP 2026-07-28, server/prompts.

mod output;

#[doc(hidden)]
pub use output::messages;
pub use output::{IntoPromptResult, PromptResult};

use crate::complete::Completion;
use crate::tool::{Call, Icon, Made, Parameter, Reply, Run, Source, StateUse, tidy};
use std::borrow::Cow;

/// A prompt as `#[mcp::prompt]` describes it.
///
/// Spec: MCP 2026-07-28, server/prompts, "Prompt".
#[derive(Clone, Copy, Debug)]
pub struct Descriptor {
    /// The name on the wire.
    pub name: &'static str,
    /// A name for people.
    pub title: Option<&'static str>,
    /// What it asks for: the doc comment.
    pub description: Option<&'static str>,
    /// Pictures for people.
    pub icons: &'static [Icon],
    /// The members of `_meta`: keys, and values as JSON text.
    pub meta: &'static [(&'static str, &'static str)],
    /// The arguments in the order of the function's parameters.
    pub parameters: &'static [Parameter],
    /// Those of them that can be completed.
    pub completions: &'static [Completion],
    /// What the server lends to the function.
    pub states: &'static [StateUse],
    /// Where the function runs.
    pub run: Run,
    /// Where the function stands.
    pub source: Source,
    /// Decodes the arguments, calls the function, encodes what it returns.
    pub call: fn(Call) -> Reply<Made<PromptResult>>,
}

impl Descriptor {
    /// A prompt with nothing set, to be completed by struct update.
    pub const EMPTY: Self = Self {
        name: "",
        title: None,
        description: None,
        icons: &[],
        meta: &[],
        parameters: &[],
        completions: &[],
        states: &[],
        run: Run::Async,
        source: Source { file: "", line: 0 },
        call: |_| Reply::Ready(Ok(Made::Value(PromptResult::new()))),
    };
}

/// A prompt that can be given to a server.
#[derive(Clone, Debug)]
pub struct Prompt {
    name: Cow<'static, str>,
    description: Option<Cow<'static, str>>,
    pub(crate) descriptor: &'static Descriptor,
}

impl Prompt {
    /// The name on the wire.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it asks for.
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    pub(crate) fn rename(&mut self, name: String) {
        self.name = Cow::Owned(name);
    }
}

impl From<&'static Descriptor> for Prompt {
    fn from(descriptor: &'static Descriptor) -> Self {
        Self {
            name: descriptor.name.into(),
            description: descriptor.description.and_then(tidy),
            descriptor,
        }
    }
}
