//! The tools, prompts and resources of a crate, collected at link time, and lists made by hand.
//!
//! A registry is data: what there is, under which names. Whether they can be served together is
//! checked when a server is built.

mod toolbox;

use crate::prompt::{self, Prompt};
use crate::resource::{self, Resource};
use crate::schema::{same, words};
use crate::tool::{Descriptor, States, Tool, tidy};
use std::borrow::Cow;

pub use toolbox::Toolbox;
#[doc(hidden)]
pub use toolbox::{Block, OnlyOneBlockWithoutPart};

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

/// A tool, a prompt, a resource or a block of them, as the linker collects it.
#[derive(Debug)]
pub struct Entry {
    krate: CrateId,
    what: What,
}

#[derive(Debug)]
enum What {
    Tool(&'static Descriptor),
    Prompt(&'static prompt::Descriptor),
    Resource(&'static resource::Descriptor),
    Block(&'static Block),
}

impl Entry {
    /// `tool` belongs to `krate`.
    pub const fn tool(krate: CrateId, tool: &'static Descriptor) -> Self {
        let what = What::Tool(tool);
        Self { krate, what }
    }

    /// `prompt` belongs to `krate`.
    pub const fn prompt(krate: CrateId, prompt: &'static prompt::Descriptor) -> Self {
        let what = What::Prompt(prompt);
        Self { krate, what }
    }

    /// `resource` belongs to `krate`.
    pub const fn resource(krate: CrateId, resource: &'static resource::Descriptor) -> Self {
        let what = What::Resource(resource);
        Self { krate, what }
    }

    /// `block` belongs to `krate`.
    pub const fn block(krate: CrateId, block: &'static Block) -> Self {
        let what = What::Block(block);
        Self { krate, what }
    }
}

inventory::collect!(Entry);

/// Tools, prompts and resources to be served: those of a crate ([`registry!`](crate::registry!)), a list
/// ([`tools!`](crate::tools!), [`prompts!`](crate::prompts!), [`resources!`](crate::resources!)), or
/// tools made at run time.
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
///
/// A value whose methods are tools (`#[mcp::tool]`, see [`Toolbox`]) turns
/// into a registry of them that holds the value as well.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    tools: Vec<Tool>,
    prompts: Vec<Prompt>,
    resources: Vec<Resource>,
    /// What the blocks of tools say of themselves.
    instructions: Vec<Cow<'static, str>>,
    /// The values whose methods are tools.
    pub(crate) states: States,
}

impl Registry {
    /// Nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// What one crate has, in name order.
    #[doc(hidden)]
    pub fn of_crate(krate: CrateId) -> Self {
        let mut registry = Self::new();
        let mut blocks = Vec::new();
        for entry in inventory::iter::<Entry> {
            match entry.what {
                _ if entry.krate != krate => {}
                What::Tool(tool) => registry.tools.push(Tool::from(tool)),
                What::Prompt(prompt) => registry.prompts.push(Prompt::from(prompt)),
                What::Resource(resource) => registry.resources.push(Resource::from(resource)),
                What::Block(block) => blocks.push(block),
            }
        }
        // the linker has no order, and instructions are to read the same in every build
        blocks.sort_by_key(|block| (block.source.file, block.source.line));
        for block in blocks {
            registry.add_block(block);
        }
        registry.tools.sort_by(|a, b| a.name().cmp(b.name()));
        registry.prompts.sort_by(|a, b| a.name().cmp(b.name()));
        registry.resources.sort_by(|a, b| a.name().cmp(b.name()));
        registry
    }

    /// The tools of a list, whose names differ.
    #[doc(hidden)]
    pub fn of_list(tools: &'static [&'static Descriptor]) -> Self {
        Self {
            tools: tools.iter().map(|tool| Tool::from(*tool)).collect(),
            ..Self::default()
        }
    }

    /// The prompts of a list.
    #[doc(hidden)]
    pub fn of_prompts(prompts: &[&'static prompt::Descriptor]) -> Self {
        Self {
            prompts: prompts.iter().map(|prompt| Prompt::from(*prompt)).collect(),
            ..Self::default()
        }
    }

    /// The resources of a list.
    #[doc(hidden)]
    pub fn of_resources(resources: &[&'static resource::Descriptor]) -> Self {
        let resources = resources.iter().map(|resource| Resource::from(*resource));
        Self {
            resources: resources.collect(),
            ..Self::default()
        }
    }

    fn add_block(&mut self, block: &'static Block) {
        if block.is_empty() {
            return;
        }
        self.tools
            .extend(block.tools.iter().map(|tool| Tool::from(*tool)));
        self.prompts
            .extend(block.prompts.iter().map(|prompt| Prompt::from(*prompt)));
        let resources = block.resources.iter();
        self.resources
            .extend(resources.map(|resource| Resource::from(*resource)));
        self.instructions.extend(block.instructions.and_then(tidy));
    }

    /// The same with `prefix` and two underscores before each name. Resources keep their URIs.
    #[must_use]
    pub fn prefixed(mut self, prefix: &str) -> Self {
        for tool in &mut self.tools {
            tool.rename(Cow::Owned(format!("{prefix}__{}", tool.name())));
        }
        for prompt in &mut self.prompts {
            prompt.rename(format!("{prefix}__{}", prompt.name()));
        }
        for resource in &mut self.resources {
            resource.rename(format!("{prefix}__{}", resource.name()));
        }
        self
    }

    /// The tools.
    pub fn tools(&self) -> &[Tool] {
        &self.tools
    }

    /// The prompts.
    pub fn prompts(&self) -> &[Prompt] {
        &self.prompts
    }

    /// The resources, and the templates of such.
    pub fn resources(&self) -> &[Resource] {
        &self.resources
    }

    /// The doc comments of the blocks in order, each a paragraph.
    pub(crate) fn instructions(&self) -> Option<String> {
        let some = !self.instructions.is_empty();
        some.then(|| self.instructions.join("\n\n"))
    }

    pub(crate) fn extend(&mut self, more: Registry) {
        self.tools.extend(more.tools);
        self.prompts.extend(more.prompts);
        self.resources.extend(more.resources);
        self.instructions.extend(more.instructions);
        self.states.extend(more.states);
    }
}

impl From<Tool> for Registry {
    fn from(tool: Tool) -> Self {
        Self::from_iter([tool])
    }
}

impl FromIterator<Tool> for Registry {
    fn from_iter<I: IntoIterator<Item = Tool>>(tools: I) -> Self {
        Self {
            tools: tools.into_iter().collect(),
            ..Self::default()
        }
    }
}

/// Refuses, at compile time, two tools with one name in a list.
#[doc(hidden)]
#[track_caller]
pub const fn distinct(tools: &'static [&'static Descriptor]) -> &'static [&'static Descriptor] {
    let mut left = 0;
    while left < tools.len() {
        let mut right = left + 1;
        while right < tools.len() {
            // a tool with a fault has no name, and its fault is reported where it stands
            if !tools[left].name.is_empty() && same(tools[left].name, tools[right].name) {
                words::panic(&[
                    "two tools of this list are named `",
                    tools[left].name,
                    "`; rename one with `#[mcp::tool(name = \"..\")]`",
                ]);
            }
            right += 1;
        }
        left += 1;
    }
    tools
}
