//! What the macro knows of one tool, as constants.
//!
//! Plain data; nothing here is computed at run time.

use super::{Call, Output, OutputType, Reply, ShellArgument};
use crate::schema::Text;
use crate::wire::ClientCapabilities;
use std::any::TypeId;
use std::sync::Arc;
use std::time::Duration;

/// A tool as `#[mcp::tool]` describes it: names, schemas, and the adapter that calls it.
///
/// Spec: MCP 2026-07-28, server/tools, "Tool".
#[derive(Clone, Copy, Debug)]
pub struct Descriptor {
    /// The name on the wire.
    pub name: &'static str,
    /// A name for people.
    pub title: Option<&'static str>,
    /// What it does, for the model: the doc comment.
    pub description: Option<&'static str>,
    /// Hints about its behaviour.
    pub annotations: Annotations,
    /// Pictures for people.
    pub icons: &'static [Icon],
    /// The members of `_meta`: keys, and values as JSON text.
    pub meta: &'static [(&'static str, &'static str)],
    /// The arguments in the order of the function's parameters.
    pub parameters: &'static [Parameter],
    /// Whether arguments that are none of these are ignored, not refused.
    pub ignores_extra: bool,
    /// Whether a value may come as text where its type takes no text.
    pub lenient: bool,
    /// What a client must have declared before the function is called.
    pub requires: ClientCapabilities,
    /// Those that have other names on the command line.
    pub shell: &'static [ShellArgument],
    /// What the server lends to the function.
    pub states: &'static [StateUse],
    /// The input schema, as text when every type is a standard one or when it was given by hand.
    pub input_schema: Text,
    /// The output schema, as text when the type is a standard one or when it was given by hand.
    pub output_schema: Text,
    /// The type behind the output schema; `None` for text, content and nothing.
    pub output: fn() -> Option<OutputType>,
    /// Where the function runs.
    pub run: Run,
    /// After how long a call ends with an error.
    pub timeout: Option<Duration>,
    /// After how much silence the caller hears that the call is alive.
    pub heartbeat: Option<Duration>,
    /// Whether a server makes one call of it at a time.
    pub sequential: bool,
    /// Where the function stands.
    pub source: Source,
    /// Decodes the arguments, calls the function, encodes what it returns.
    pub call: fn(Call) -> Reply,
}

impl Descriptor {
    /// A tool with nothing set, to be completed by struct update.
    pub const EMPTY: Self = Self {
        name: "",
        title: None,
        description: None,
        annotations: Annotations::NONE,
        icons: &[],
        meta: &[],
        parameters: &[],
        ignores_extra: false,
        lenient: false,
        requires: ClientCapabilities::NONE,
        shell: &[],
        states: &[],
        input_schema: Text::FromTypes,
        output_schema: Text::FromTypes,
        output: || None,
        run: Run::Async,
        timeout: None,
        heartbeat: None,
        sequential: false,
        source: Source { file: "", line: 0 },
        call: |_| Reply::Ready(Ok(Output::from(super::ToolResult::new()))),
    };
}

/// Hints about a tool's behaviour; only what is set is sent.
///
/// Spec: MCP 2026-07-28, schema, `ToolAnnotations`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// It changes nothing.
    pub read_only: Option<bool>,
    /// It may destroy something.
    pub destructive: Option<bool>,
    /// A second call with the same arguments changes nothing more.
    pub idempotent: Option<bool>,
    /// It reaches beyond this program.
    pub open_world: Option<bool>,
}

impl Annotations {
    /// No hint at all.
    pub const NONE: Self = Self {
        read_only: None,
        destructive: None,
        idempotent: None,
        open_world: None,
    };
}

/// A picture for people.
///
/// Spec: MCP 2026-07-28, schema, `Icon`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Icon {
    /// Its URL, or the picture itself as `data:…`.
    pub src: &'static str,
    /// Its MIME type.
    pub mime_type: Option<&'static str>,
    /// The sizes it is made for, such as `48x48` or `any`.
    pub sizes: &'static [&'static str],
    /// The background it is made for: `light` or `dark`.
    pub theme: Option<&'static str>,
}

impl Icon {
    /// A picture with nothing set, to be completed by struct update.
    pub const EMPTY: Self = Self {
        src: "",
        mime_type: None,
        sizes: &[],
        theme: None,
    };
}

/// One argument of a tool: a property of its input schema, in the order of the function's
/// parameters.
pub type Parameter = crate::schema::Property<'static>;

/// Something that the server lends to a tool: a value given to the builder, or the context.
#[derive(Clone, Copy, Debug)]
pub struct StateUse {
    /// The parameter that wants it.
    pub parameter: &'static str,
    /// Whether the tool does without.
    pub optional: bool,
    /// The type's name for a message to the programmer.
    pub type_name: fn() -> &'static str,
    /// The type.
    pub type_id: fn() -> TypeId,
    /// The type in an `Arc`, which serves as well.
    pub shared_id: fn() -> TypeId,
}

impl StateUse {
    /// A value of type `T` that must be there.
    pub const fn of<T: 'static + Send + Sync>(parameter: &'static str) -> Self {
        Self {
            parameter,
            optional: false,
            type_name: std::any::type_name::<T>,
            type_id: TypeId::of::<T>,
            shared_id: TypeId::of::<Arc<T>>,
        }
    }

    /// A value of type `T` that may be there.
    pub const fn optional<T: 'static + Send + Sync>(parameter: &'static str) -> Self {
        Self {
            optional: true,
            ..Self::of::<T>(parameter)
        }
    }
}

/// Where a tool's function runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// An `async fn`: polled by the runtime.
    Async,
    /// A sync `fn`: on a thread that may block.
    Blocking,
    /// A sync `fn` that is known to be quick: where the message was read.
    Inline,
}

/// The place of a function in the user's crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file, as the compiler names it.
    pub file: &'static str,
    /// The line of the attribute.
    pub line: u32,
}
