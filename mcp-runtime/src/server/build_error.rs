//! Why a server cannot be built.

use crate::schema::SchemaError;
use crate::tool::{Caller, Source, StateUse, with_causes};
use std::any::TypeId;
use std::fmt;
use std::sync::Arc;

/// Why a server cannot be built; every fault at once.
#[derive(Clone, Debug)]
pub struct BuildError {
    pub(super) faults: Vec<BuildFault>,
}

impl BuildError {
    /// The faults, at least one.
    pub fn faults(&self) -> &[BuildFault] {
        &self.faults
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the server cannot be built")?;
        for fault in &self.faults {
            write!(f, "\n- {fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for BuildError {}

/// What a fault is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A tool.
    Tool,
    /// A prompt.
    Prompt,
    /// A resource, or a template of such.
    Resource,
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

/// One fault of a server.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildFault {
    /// Two of one kind have one name.
    #[error("two {kind}s are named `{name}`{}; rename one, or mount one of them under a prefix", places(.first, .second))]
    NameTwice {
        /// What they are.
        kind: Kind,
        /// The name.
        name: String,
        /// Where the first function stands.
        first: Option<Source>,
        /// Where the second function stands.
        second: Option<Source>,
    },
    /// Two resources have one URI.
    #[error("two resources have the URI `{uri}`{}; leave one of them out", places(&Some(*.first), &Some(*.second)))]
    UriTwice {
        /// The URI, or the template.
        uri: String,
        /// Where the first function stands.
        first: Source,
        /// Where the second function stands.
        second: Source,
    },
    /// One of them was added twice.
    #[error("{kind} `{name}` is added twice; {}", once(*.kind, .method_of))]
    AddedTwice {
        /// What it is.
        kind: Kind,
        /// The name.
        name: String,
        /// The type whose method it is, without the paths of modules.
        method_of: Option<String>,
    },
    /// A name that clients refuse.
    #[error(
        "`{name}` cannot be the name of a {kind}; use 1 to 128 letters, digits, `_`, `-` and `.`, and begin with another than `_`"
    )]
    Name {
        /// What it is.
        kind: Kind,
        /// The name.
        name: String,
    },
    /// A function borrows a value that was not given.
    #[error(
        "{kind} `{name}` needs `{type_name}` for its parameter `{parameter}`; give it with `.state(..)`{}",
        hint(.type_name)
    )]
    MissingState {
        /// What the function is.
        kind: Kind,
        /// Its name.
        name: String,
        /// The parameter.
        parameter: &'static str,
        /// The type it borrows, without the paths of modules.
        type_name: String,
    },
    /// Two values of one type were given.
    #[error("a state of type `{type_name}` was given twice; wrap one of them in a type of its own")]
    StateTwice {
        /// The type, without the paths of modules.
        type_name: String,
    },
    /// A type that a client cannot be told about.
    #[error("tool `{tool}`: {source}")]
    Schema {
        /// The tool.
        tool: String,
        /// What is wrong with the type.
        source: Arc<SchemaError>,
    },
    /// A schema given by hand that cannot be published, or does not go with the function.
    #[error("tool `{tool}`: the `{key}` cannot be used: {}", with_causes(&**.source))]
    GivenSchema {
        /// The tool.
        tool: String,
        /// The key that gave it.
        key: &'static str,
        /// What is wrong with it.
        source: Arc<SchemaError>,
    },
    /// An output schema for a result that has no structured value.
    #[error(
        "tool `{tool}` has an `output_schema`, and returns content without a structured value; return \
         the value itself, `mcp::Json` of it, or a `mcp::ToolResult` with `.structured(..)`"
    )]
    NothingStructured {
        /// The tool.
        tool: String,
    },
    /// A pattern that is no regular expression.
    #[error("tool `{tool}`: the `pattern` of argument `{argument}` cannot be read: {reason}")]
    Pattern {
        /// The tool.
        tool: String,
        /// The argument.
        argument: &'static str,
        /// What is wrong with the pattern.
        reason: String,
    },
    /// A schema that arguments cannot be held against, with
    /// `Server::validate_arguments` (feature `validate`).
    #[error("tool `{tool}`: arguments cannot be held against its schema: {reason}")]
    NotCheckable {
        /// The tool.
        tool: String,
        /// What is wrong with the schema.
        reason: String,
    },
    /// A default that a caller could not give.
    #[error("tool `{tool}`: the default of argument `{argument}` is out of bounds: {reason}")]
    Default {
        /// The tool.
        tool: String,
        /// The argument.
        argument: &'static str,
        /// What was expected.
        reason: String,
    },
    /// An example that a caller could not give.
    #[error("tool `{tool}`: an example of argument `{argument}` is out of bounds: {reason}")]
    Example {
        /// The tool.
        tool: String,
        /// The argument.
        argument: &'static str,
        /// What was expected.
        reason: String,
    },
    /// `eras` was given none.
    #[error("no era is served; name one in `.eras(..)`")]
    NoEra,
    /// What one client may see would be shown to another.
    #[error(
        "lists that `.visible(..)` filters may not be cached for everybody; use `CacheScope::Private` in `.cache(..)`"
    )]
    SharedView,
}

impl BuildFault {
    pub(super) fn given(tool: &str, key: &'static str, source: SchemaError) -> Self {
        Self::GivenSchema {
            tool: tool.to_owned(),
            key,
            source: Arc::new(source),
        }
    }

    pub(super) fn added_twice(kind: Kind, name: &str, method_of: Option<&StateUse>) -> Self {
        Self::AddedTwice {
            kind,
            name: name.to_owned(),
            method_of: method_of.map(|state| short((state.type_name)())),
        }
    }

    pub(super) fn missing_state(kind: Kind, name: &str, state: &StateUse) -> Self {
        Self::MissingState {
            kind,
            name: name.to_owned(),
            parameter: state.parameter,
            type_name: match (state.type_id)() == TypeId::of::<Caller>() {
                true => CALLER.to_owned(),
                false => short((state.type_name)()),
            },
        }
    }

    pub(super) fn state_twice(type_name: &str) -> Self {
        Self::StateTwice {
            type_name: short(type_name),
        }
    }
}

/// `Mutex<Vec<i32>>` for `std::sync::poison::mutex::Mutex<alloc::vec::Vec<i32>>`.
fn short(type_name: &str) -> String {
    type_name
        .split_inclusive(|c: char| !c.is_alphanumeric() && c != '_')
        // A word before a colon is a part of a path.
        .filter(|word| !word.ends_with(':'))
        .collect()
}

/// A user's type may be called so as well.
const CALLER: &str = "mcp::Caller";

/// Who borrows one of these wanted an argument, or something that a call may lack.
fn hint(type_name: &str) -> String {
    let list = |name: &str| Some(name.strip_prefix("Vec<")?.strip_suffix('>')?.to_owned());
    let instead = match type_name {
        CALLER => return format!(", or take `Option<&{CALLER}>`: not every caller is known"),
        "String" => "`&str` or `String`".to_owned(),
        name if name.starts_with("Option<") => format!("`{name}`"),
        name => match list(name) {
            Some(item) => format!("`&[{item}]` or `{name}`"),
            None => return String::new(),
        },
    };
    format!(", or take an argument as {instead}")
}

/// How to add something once.
fn once(kind: Kind, method_of: &Option<String>) -> String {
    match method_of {
        Some(type_name) => format!(
            "where its `{type_name}` is given with `.tools(..)`, mark the block `#[mcp::tool(unlisted)]`, \
             or give the value with `.state(..)`"
        ),
        None => {
            let unlisted = match kind {
                Kind::Resource => ".., unlisted",
                Kind::Tool | Kind::Prompt => "unlisted",
            };
            format!("add it once, or mark it `#[mcp::{kind}({unlisted})]` when a list names it")
        }
    }
}

fn places(first: &Option<Source>, second: &Option<Source>) -> String {
    let place = |source: &Option<Source>| match source {
        Some(Source { file, line }) => format!("{file}:{line}"),
        None => "made at run time".to_owned(),
    };
    format!(" ({} and {})", place(first), place(second))
}
