//! The tools of a crate, collected at link time, and lists of tools made by hand.
//!
//! A registry is data: which tools, under which names. Whether they can be served together is
//! checked when a server is built.

use super::{Descriptor, Tool};
use crate::schema::same;
use std::borrow::Cow;

/// Tells crates apart: package, version, crate and binary name, so that the library and the
/// program of one package have registries of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrateId {
    krate: &'static str,
    package: Option<&'static str>,
    version: Option<&'static str>,
    binary: Option<&'static str>,
}

impl CrateId {
    /// The crate that the module `path` is in. Builds without cargo name nothing else.
    pub const fn new(
        path: &'static str,
        package: Option<&'static str>,
        version: Option<&'static str>,
        binary: Option<&'static str>,
    ) -> Self {
        let bytes = path.as_bytes();
        let mut end = 0;
        while end < bytes.len() && bytes[end] != b':' {
            end += 1;
        }
        Self {
            krate: path.split_at(end).0,
            package,
            version,
            binary,
        }
    }
}

/// One tool as the linker collects it.
#[derive(Debug)]
pub struct Entry {
    krate: CrateId,
    tool: &'static Descriptor,
}

impl Entry {
    /// `tool` belongs to `krate`.
    pub const fn tool(krate: CrateId, tool: &'static Descriptor) -> Self {
        Self { krate, tool }
    }
}

inventory::collect!(Entry);

/// Tools to be served: those of a crate ([`registry!`](crate::registry!)), a list
/// ([`tools!`](crate::tools!)), or tools made at run time.
///
/// A library offers its own with a function, and a program mounts them under a prefix:
///
/// ```
/// /// Adds two integers.
/// #[mcp::tool]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// /// All tools of this crate, whichever module they are in.
/// pub fn tools() -> mcp::Registry {
///     mcp::registry!()
/// }
///
/// # fn main() {
/// // in the program: `.mount("math", math::tools())`
/// let server = mcp::Server::new("all", "1.0.0").mount("math", tools());
/// let service = server.build().expect("the names differ");
/// assert!(service.tools_json(mcp::Era::Modern).contains("math__add"));
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Registry {
    tools: Vec<Tool>,
}

impl Registry {
    /// No tools.
    pub fn new() -> Self {
        Self::default()
    }

    /// The tools of one crate, in name order.
    #[doc(hidden)]
    pub fn of_crate(krate: CrateId) -> Self {
        let mut tools: Vec<Tool> = inventory::iter::<Entry>
            .into_iter()
            .filter(|entry| entry.krate == krate)
            .map(|entry| Tool::from(entry.tool))
            .collect();
        tools.sort_by(|a, b| a.name().cmp(b.name()));
        Self { tools }
    }

    /// The tools of a list, whose names differ.
    #[doc(hidden)]
    pub fn of_list(tools: &'static [&'static Descriptor]) -> Self {
        Self {
            tools: tools.iter().map(|tool| Tool::from(*tool)).collect(),
        }
    }

    /// The same tools with `prefix` and two underscores before each name.
    #[must_use]
    pub fn prefixed(mut self, prefix: &str) -> Self {
        for tool in &mut self.tools {
            tool.rename(Cow::Owned(format!("{prefix}__{}", tool.name())));
        }
        self
    }

    /// The tools.
    pub fn tools(&self) -> &[Tool] {
        &self.tools
    }

    pub(crate) fn extend(&mut self, more: Registry) {
        self.tools.extend(more.tools);
    }
}

impl From<Tool> for Registry {
    fn from(tool: Tool) -> Self {
        Self { tools: vec![tool] }
    }
}

impl FromIterator<Tool> for Registry {
    fn from_iter<I: IntoIterator<Item = Tool>>(tools: I) -> Self {
        Self {
            tools: tools.into_iter().collect(),
        }
    }
}

/// The longest name that is looked at in [`distinct`].
const MAX_NAME: usize = 128;

/// Refuses, at compile time, two tools with one name in a list.
#[doc(hidden)]
#[track_caller]
pub const fn distinct(tools: &'static [&'static Descriptor]) -> &'static [&'static Descriptor] {
    let mut left = 0;
    while left < tools.len() {
        let mut right = left + 1;
        while right < tools.len() {
            if same(tools[left].name, tools[right].name) {
                refuse(tools[left].name);
            }
            right += 1;
        }
        left += 1;
    }
    tools
}

/// Ends the compilation with the name in the message.
#[track_caller]
const fn refuse(name: &str) -> ! {
    const BEFORE: &[u8] = b"two tools of this list are named `";
    const AFTER: &[u8] = b"`; rename one with `#[mcp::tool(name = \"..\")]`";
    let mut text = [0; BEFORE.len() + MAX_NAME + AFTER.len()];
    let mut len = append(&mut text, 0, BEFORE);
    len = append(&mut text, len, name.as_bytes());
    len = append(&mut text, len, AFTER);
    match std::str::from_utf8(text.split_at(len).0) {
        Ok(text) => panic!("{}", text),
        Err(_) => panic!("two tools of this list have one name"),
    }
}

const fn append(text: &mut [u8], mut len: usize, more: &[u8]) -> usize {
    let mut at = 0;
    while at < more.len() {
        text[len] = more[at];
        len += 1;
        at += 1;
    }
    len
}
