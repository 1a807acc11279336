//! The rules a tool must keep, one function each, with the reason above it.
//!
//! Only what the compiler would not say as well by itself. Changes nothing.

mod constraints;
mod meta;
mod names;
mod params;
mod running;
mod signature;

use crate::errors::Errors;
use crate::model::{Block, Tool};

/// Holds every rule against `tool`.
pub(crate) fn tool(errors: &mut Errors, tool: &Tool) {
    if tool.in_block {
        signature::shared_self(errors, tool);
    } else {
        signature::free_function(errors, tool);
    }
    signature::safe(errors, tool);
    signature::rust_abi(errors, tool);
    signature::not_variadic(errors, tool);
    signature::not_generic(errors, tool);
    signature::inline_is_for_sync(errors, tool);
    running::blocking_is_for_sync(errors, tool);
    running::timeout_needs_a_watcher(errors, tool);
    running::sequential_needs_a_queue(errors, tool);
    signature::named_return_type(errors, tool);
    signature::returns(errors, tool);
    signature::no_placeholder(errors, tool);
    params::no_mutable_reference(errors, tool);
    params::no_impl_trait(errors, tool);
    params::no_bare_dyn(errors, tool);
    params::no_static_reference(errors, tool);
    params::no_unsized_argument(errors, tool);
    params::no_nested_option(errors, tool);
    constraints::leave_something(errors, tool);
    constraints::admit_the_default(errors, tool);
    meta::keys(errors, tool);
    names::tool_name(errors, tool);
    names::keys(errors, tool);
    names::one_argument_for_a_key(errors, tool);
}

/// Holds every rule against the tools of `block`, and those about them all.
pub(crate) fn block(errors: &mut Errors, block: &Block) {
    for one in block.tools() {
        tool(errors, one);
    }
    names::one_tool_for_a_name(errors, block);
    some_tool(errors, block);
}

/// The attribute on a block makes nothing a tool by itself, and a reader may think so.
fn some_tool(errors: &mut Errors, block: &Block) {
    if block.methods.is_empty() {
        errors.spanned(
            &block.self_ty,
            "no method of this block is a tool; put `#[tool]` on those that are",
        );
    }
}
