//! The rules an annotated function must keep, one function each, with the reason above it.
//!
//! Only what the compiler would not say as well by itself. Changes nothing.

mod constraints;
mod giving;
mod meta;
mod names;
mod outside;
mod params;
mod running;
mod signature;
mod text;
mod unroll;
mod uris;

pub(crate) use names::described;

use crate::errors::Errors;
use crate::model::{Annotated, Block, Function, Tool};

/// Holds every rule against one function.
pub(crate) fn annotated(errors: &mut Errors, made: &Annotated) {
    match made {
        Annotated::Tool(one) => tool(errors, one),
        Annotated::Prompt(prompt) => {
            function(errors, &prompt.function);
            text::arguments(errors, &prompt.function);
            text::something(errors, &prompt.function);
        }
        Annotated::Resource(resource) => {
            function(errors, &resource.function);
            text::arguments(errors, &resource.function);
            text::something(errors, &resource.function);
            uris::variables_have_arguments(errors, resource);
            uris::arguments_are_variables(errors, resource);
            uris::one_size_for_one_resource(errors, resource);
        }
    }
}

fn tool(errors: &mut Errors, tool: &Tool) {
    function(errors, &tool.function);
    signature::inline_is_for_sync(errors, tool);
    running::blocking_is_for_sync(errors, tool);
    running::timeout_needs_a_watcher(errors, tool);
    running::heartbeat_needs_a_watcher(errors, tool);
    running::sequential_needs_a_queue(errors, tool);
    giving::actions_have_names(errors, tool);
    giving::actions_need_a_value(errors, tool);
    giving::schema_needs_a_value(errors, tool);
}

/// The rules for an annotated function, whatever it becomes.
fn function(errors: &mut Errors, function: &Function) {
    if function.in_block {
        signature::shared_self(errors, function);
    } else {
        signature::free_function(errors, function);
    }
    signature::safe(errors, function);
    signature::rust_abi(errors, function);
    signature::not_variadic(errors, function);
    signature::not_generic(errors, function);
    signature::named_return_type(errors, function);
    signature::returns(errors, function);
    signature::no_placeholder(errors, function);
    params::no_mutable_reference(errors, function);
    params::no_impl_trait(errors, function);
    params::no_bare_dyn(errors, function);
    params::no_static_reference(errors, function);
    params::no_unsized_argument(errors, function);
    params::no_nested_option(errors, function);
    constraints::leave_something(errors, function);
    constraints::admit_the_default(errors, function);
    unroll::alone(errors, function);
    outside::flag_is_the_default(errors, function);
    outside::contrary_is_the_key(errors, function);
    outside::header_is_a_token(errors, function);
    outside::one_argument_for_a_header(errors, function);
    outside::long_names(errors, function);
    outside::not_those_of_call(errors, function);
    outside::one_argument_for_an_option(errors, function);
    meta::keys(errors, function);
    names::name(errors, function);
    names::keys(errors, function);
    names::one_argument_for_a_key(errors, function);
}

/// Holds every rule against the functions of `block`, and those about them all.
pub(crate) fn block(errors: &mut Errors, block: &Block) {
    for one in block.made() {
        annotated(errors, one);
    }
    names::one_for_a_name(errors, block);
    uris::one_resource_for_a_uri(errors, block);
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
