//! The methods of a type as tools, prompts and resources: what `#[mcp::tool]` makes of `impl` blocks.
//!
//! Knows how blocks of one type come together. Does not know what a server does with them.

use super::Registry;
use crate::prompt;
use crate::resource;
use crate::tool::{Descriptor, Source};
use std::any::Any;
use std::sync::Arc;

/// One `impl` block under `#[mcp::tool]`.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Its tools, but for those marked `unlisted`.
    pub tools: &'static [&'static Descriptor],
    /// Its prompts, likewise.
    pub prompts: &'static [&'static prompt::Descriptor],
    /// Its resources, likewise.
    pub resources: &'static [&'static resource::Descriptor],
    /// Its doc comment.
    pub instructions: Option<&'static str>,
    /// Where it stands.
    pub source: Source,
}

impl Block {
    pub(super) fn is_empty(&self) -> bool {
        self.tools.is_empty() && self.prompts.is_empty() && self.resources.is_empty()
    }
}

/// The block that speaks for its type.
///
/// A trait is implemented once for a type. The name is what the compiler says when a second block
/// was not marked with `part`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no tools",
    label = "no `#[mcp::tool]` stands on an `impl` block of this type",
    note = "put `#[mcp::tool]` on an `impl {Self}` and `#[tool]` on its methods"
)]
pub trait OnlyOneBlockWithoutPart: Sized {
    /// The block itself.
    const BLOCK: Block;
    /// The other blocks that it names.
    const PARTS: &'static [&'static Block];
}

/// A value whose methods are tools: `#[mcp::tool]` implements it for the type of its `impl` block.
///
/// It turns into a [`Registry`] that holds the tools, prompts and resources, the value as the state that they borrow, and
/// the doc comments of the blocks as instructions. So a value can be given to
/// [`Server::tools`](crate::Server::tools), also in an `Arc`.
pub trait Toolbox: Any + Send + Sync + Sized {
    /// The blocks of the type, the one without `part` first.
    #[doc(hidden)]
    fn blocks() -> impl Iterator<Item = &'static Block>;
}

impl<T: OnlyOneBlockWithoutPart + Any + Send + Sync> Toolbox for T {
    fn blocks() -> impl Iterator<Item = &'static Block> {
        std::iter::once(const { &T::BLOCK }).chain(T::PARTS.iter().copied())
    }
}

impl<T: Toolbox> Toolbox for Arc<T> {
    fn blocks() -> impl Iterator<Item = &'static Block> {
        T::blocks()
    }
}

impl<T: Toolbox> From<T> for Registry {
    fn from(value: T) -> Self {
        let mut registry = Self::new();
        T::blocks().for_each(|block| registry.add_block(block));
        registry.states.insert(value);
        registry
    }
}
