//! Completion: functions that tell which values an argument may have, as somebody types it.
//!
//! Knows what such a function looks like. Does not know prompts, resources or answers.
//!
//! Spec: MCP 2026-07-28, server/utilities/completion.

mod completer;
mod values;

pub use completer::Completer;
#[doc(hidden)]
pub use completer::{CompletionCall, CompletionReply, complete};
#[doc(hidden)]
pub use completer::{Later, LaterWith, Now, NowWith};
pub use values::{Completions, IntoCompletions};

use crate::tool::Context;
use std::any::Any;
use std::collections::BTreeMap;

/// How one argument is completed.
#[derive(Clone, Copy, Debug)]
pub struct Completion {
    /// The argument.
    pub argument: &'static str,
    /// Calls the function.
    pub call: fn(CompletionCall) -> CompletionReply,
}

/// What a function that completes an argument may know besides the value: the other arguments, and the
/// call itself.
///
/// ```
/// fn frameworks(typed: &str, context: &mcp::CompletionContext) -> Vec<&'static str> {
///     let all: &[&str] = match context.argument("language") {
///         Some("python") => &["django", "flask"],
///         _ => &[],
///     };
///     all.iter().copied().filter(|name| name.starts_with(typed)).collect()
/// }
///
/// /// Asks for a small web server.
/// #[mcp::prompt]
/// fn web_server(language: &str, #[arg(complete = frameworks)] framework: &str) -> String {
///     format!("Write a small web server with {framework}, in {language}.")
/// }
/// # fn main() {}
/// ```
#[derive(Clone, Debug)]
pub struct CompletionContext {
    pub(crate) arguments: BTreeMap<String, String>,
    pub(crate) context: Context,
}

impl CompletionContext {
    /// The value of another argument, if the client has told it.
    pub fn argument(&self, name: &str) -> Option<&str> {
        self.arguments.get(name).map(String::as_str)
    }

    /// The value of type `T` that was given to the server with `.state(..)`.
    pub fn state<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.context.states().get()
    }

    /// Who asks.
    pub fn context(&self) -> &Context {
        &self.context
    }
}
