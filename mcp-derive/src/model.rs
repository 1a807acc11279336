//! What the macro has understood of one annotated function: plain data beside the user's own
//! syntax nodes, so that a later check can point at them.
//!
//! Does not know how it was parsed nor what it becomes.

mod prompt;
mod resource;

use crate::docs::Docs;
use crate::future;
use proc_macro2::{Ident, Span, TokenStream};
use std::fmt;
use std::time::Duration;
use syn::{
    Attribute, Expr, ExprPath, GenericParam, Generics, Lit, Pat, Path, ReturnType, Signature, Type,
    Visibility,
};

pub(crate) use prompt::Prompt;
pub(crate) use resource::{Audience, Operator, Part, Resource, Uri};

/// What a function becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Tool,
    Prompt,
    Resource,
}

/// A function with what became of it.
pub(crate) enum Annotated {
    Tool(Box<Tool>),
    Prompt(Box<Prompt>),
    Resource(Box<Resource>),
}

/// One annotated function: what holds for it whatever it becomes.
pub(crate) struct Function {
    pub(crate) kind: Kind,
    /// The path of the runtime crate.
    pub(crate) runtime: TokenStream,
    pub(crate) name: Key,
    pub(crate) title: Option<String>,
    pub(crate) description: Docs,
    pub(crate) icons: Vec<Icon>,
    pub(crate) meta: Vec<Meta>,
    pub(crate) unlisted: bool,
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    pub(crate) params: Vec<Param>,
    /// Whether it stands in an `impl` block under `#[mcp::tool]`.
    pub(crate) in_block: bool,
}

/// A function that is a tool.
pub(crate) struct Tool {
    pub(crate) function: Function,
    pub(crate) hints: Hints,
    /// Where `inline` was asked for.
    pub(crate) inline: Option<Span>,
    pub(crate) running: Running,
    /// Whether arguments that nobody knows are ignored.
    pub(crate) ignores_extra: bool,
    /// Whether values may come as text.
    pub(crate) lenient: bool,
    /// The names of the constants for what a client must be able to do.
    pub(crate) requires: Vec<&'static str>,
    pub(crate) actions: Vec<Action>,
    pub(crate) schemas: Schemas,
}

/// An output action: another text for the value.
pub(crate) struct Action {
    pub(crate) name: Key,
    /// The function that makes it.
    pub(crate) path: ExprPath,
}

/// Schemas given by hand, each an expression that is a text.
#[derive(Default)]
pub(crate) struct Schemas {
    pub(crate) input: Option<Expr>,
    /// Also where its key stands.
    pub(crate) output: Option<(Expr, Span)>,
}

/// One `impl` block under `#[mcp::tool]`.
pub(crate) struct Block {
    /// The path of the runtime crate.
    pub(crate) runtime: TokenStream,
    pub(crate) unlisted: bool,
    /// The name by which another block knows this one.
    pub(crate) part: Option<Ident>,
    /// The parts that this block names.
    pub(crate) parts: Vec<Ident>,
    pub(crate) instructions: Docs,
    /// `#[cfg(..)]` attributes, which go wherever the block goes.
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) generics: Generics,
    pub(crate) self_ty: Type,
    pub(crate) methods: Vec<Method>,
}

/// One item of a block under `#[tool]`, `#[prompt]` or `#[resource(..)]`.
pub(crate) struct Method {
    /// Where the attribute stands.
    pub(crate) place: Span,
    pub(crate) kind: Kind,
    /// The item without that attribute.
    pub(crate) item: TokenStream,
    /// `None` when it is no function.
    pub(crate) made: Option<Annotated>,
}

/// How the calls of a tool run.
#[derive(Default)]
pub(crate) struct Running {
    /// After how long a call ends, and where that was said.
    pub(crate) timeout: Option<(Duration, Span)>,
    /// After how long a silent call is reported again, and where that was said.
    pub(crate) heartbeat: Option<(Duration, Span)>,
    /// Where a thread of its own was asked for.
    pub(crate) blocking: Option<Span>,
    /// Where one call at a time was asked for.
    pub(crate) sequential: Option<Span>,
}

/// A picture for a tool.
pub(crate) struct Icon {
    pub(crate) src: String,
    pub(crate) mime_type: Option<String>,
    pub(crate) sizes: Vec<String>,
    pub(crate) theme: Option<String>,
}

/// One member of `_meta`.
pub(crate) struct Meta {
    pub(crate) key: String,
    pub(crate) at: Span,
    /// The value as JSON text.
    pub(crate) json: String,
}

/// The annotations of a tool; only what is said is sent.
#[derive(Default)]
pub(crate) struct Hints {
    pub(crate) read_only: Option<bool>,
    pub(crate) destructive: Option<bool>,
    pub(crate) idempotent: Option<bool>,
    pub(crate) open_world: Option<bool>,
}

/// A name on the wire and where it was said.
#[derive(Clone)]
pub(crate) struct Key {
    pub(crate) text: String,
    pub(crate) span: Span,
    /// Made by the macro (`_1`): the rules for authors do not hold.
    pub(crate) generated: bool,
}

/// One parameter of the function.
pub(crate) struct Param {
    pub(crate) pat: Pat,
    pub(crate) ty: Type,
    /// `#[cfg(..)]` attributes, which go wherever the parameter goes.
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) role: Role,
}

/// Who provides the value.
pub(crate) enum Role {
    /// The server lends it.
    State {
        /// What stands behind the `&`.
        ty: Box<Type>,
        optional: bool,
        label: String,
    },
    /// The client sends it.
    Argument(Box<Argument>),
}

/// What the client sends.
pub(crate) struct Argument {
    pub(crate) key: Key,
    pub(crate) description: Docs,
    pub(crate) default: Option<DefaultValue>,
    pub(crate) constraints: Constraints,
    /// Values that a client may be shown, as JSON text.
    pub(crate) examples: Vec<String>,
    /// Where the first of them was given.
    pub(crate) examples_at: Option<Span>,
    /// Where it was said that the fields of the type stand in its place.
    pub(crate) unroll: Option<Span>,
    /// Whether its key was said, not taken from the pattern.
    pub(crate) is_named: bool,
    pub(crate) outside: Outside,
    pub(crate) passing: Passing,
    /// The function that completes it.
    pub(crate) complete: Option<Path>,
}

/// How a value is given other than as a member of JSON.
#[derive(Default)]
pub(crate) struct Outside {
    pub(crate) flag: Option<Flag>,
    /// The name of the HTTP header that repeats it, and the key that said so.
    pub(crate) header: Option<Bound<String>>,
    /// `-f`
    pub(crate) short: Option<Bound<char>>,
    /// `--factor`
    pub(crate) long: Option<Key>,
}

/// A `bool` that is `false` until somebody sets it.
pub(crate) struct Flag {
    /// The key that said so.
    pub(crate) at: Span,
    /// The name of the contrary: the function gets the opposite of what came under it.
    pub(crate) contrary: Option<Key>,
}

/// What must hold of a value besides its type.
#[derive(Default)]
pub(crate) struct Constraints {
    pub(crate) min: Option<Bound<Number>>,
    pub(crate) max: Option<Bound<Number>>,
    pub(crate) min_length: Option<Bound<u64>>,
    pub(crate) max_length: Option<Bound<u64>>,
    pub(crate) pattern: Option<Bound<String>>,
}

/// One bound and the key that gave it.
pub(crate) struct Bound<T> {
    pub(crate) value: T,
    pub(crate) at: Span,
}

/// A number as it was written.
pub(crate) struct Number {
    pub(crate) json: String,
    pub(crate) size: f64,
    /// Every writer of JSON would spell it like this.
    pub(crate) plain: bool,
}

/// How a decoded value reaches the function.
pub(crate) enum Passing {
    /// As it is.
    Owned,
    /// `&str`, lent from the decoded message.
    Str,
    /// `&[T]`, lent from a decoded list.
    Slice(Type),
    /// `Option<&str>`.
    OptionalStr,
    /// `Option<&[T]>`.
    OptionalSlice(Type),
}

/// What stands in for an argument that is left out.
pub(crate) enum DefaultValue {
    /// `default` alone.
    OfTheType(Span),
    /// A literal, applied and published.
    Literal { expr: Expr, json: String, lit: Lit },
    /// Any other expression, applied only.
    Applied(Expr),
}

impl Argument {
    /// Whether it may be left out whatever its type is.
    pub(crate) fn has_default(&self) -> bool {
        self.default.is_some() || self.outside.flag.is_some()
    }

    /// The default to publish, as JSON text.
    pub(crate) fn published_default(&self) -> Option<&str> {
        match (&self.default, &self.outside.flag) {
            (Some(default), _) => default.json(),
            (None, Some(_)) => Some("false"),
            (None, None) => None,
        }
    }
}

impl DefaultValue {
    /// The JSON text to publish.
    pub(crate) fn json(&self) -> Option<&str> {
        match self {
            Self::Literal { json, .. } => Some(json),
            Self::OfTheType(_) | Self::Applied(_) => None,
        }
    }
}

impl Argument {
    /// Whether the key is known: that of an unrolled one is for its type to say.
    pub(crate) fn has_key(&self) -> bool {
        self.unroll.is_none() || self.is_named
    }
}

impl Kind {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Tool, Self::Prompt, Self::Resource];

    /// The attribute, in code, as it stands on a function.
    pub(crate) fn attribute(self) -> String {
        format!("`#[mcp::{self}]`")
    }

    /// The attribute, in code, as it stands on a method.
    pub(crate) fn in_block(self) -> String {
        format!("`#[{self}]`")
    }

    /// The arguments arrive as text, not as JSON.
    pub(crate) fn takes_text(self) -> bool {
        self != Self::Tool
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tool => "tool",
            Self::Prompt => "prompt",
            Self::Resource => "resource",
        })
    }
}

impl Annotated {
    pub(crate) fn function(&self) -> &Function {
        match self {
            Self::Tool(tool) => &tool.function,
            Self::Prompt(prompt) => &prompt.function,
            Self::Resource(resource) => &resource.function,
        }
    }
}

impl Block {
    /// What could be read, in order.
    pub(crate) fn made(&self) -> impl Iterator<Item = &Annotated> {
        self.methods
            .iter()
            .filter_map(|method| method.made.as_ref())
    }

    /// Whether the type is one of many, so that nothing of it is known at link time.
    pub(crate) fn is_generic(&self) -> bool {
        let mut params = self.generics.params.iter();
        params.any(|param| !matches!(param, GenericParam::Lifetime(_)))
    }
}

impl Function {
    /// `#[cfg(..)]` attributes of the function.
    pub(crate) fn cfgs(&self) -> Vec<&Attribute> {
        let attrs = self.attrs.iter();
        attrs.filter(|attr| attr.path().is_ident("cfg")).collect()
    }

    /// The type of the value that a call gives: what the function returns, or what comes of the
    /// future that it returns. `None` for nothing.
    pub(crate) fn returned(&self) -> Option<&Type> {
        let ReturnType::Type(_, ty) = &self.sig.output else {
            return None;
        };
        Some(self.future().unwrap_or(ty))
    }

    /// Whether it is an `async fn`, or one that returns a future.
    pub(crate) fn is_async(&self) -> bool {
        self.sig.asyncness.is_some() || self.future().is_some()
    }

    /// What comes of the future that a function returns that is no `async fn`.
    fn future(&self) -> Option<&Type> {
        match &self.sig.output {
            ReturnType::Type(_, ty) if self.sig.asyncness.is_none() => future::output(ty),
            _ => None,
        }
    }

    /// The arguments, each with its parameter.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = (&Param, &Argument)> {
        self.params.iter().filter_map(|param| match &param.role {
            Role::Argument(argument) => Some((param, &**argument)),
            Role::State { .. } => None,
        })
    }
}
