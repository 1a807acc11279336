//! From the model to Rust, in small fragments; cannot fail.
//!
//! Tokens are thin: what does not depend on the one function lives in the runtime. Every name is
//! an absolute path, every local has a `mixed_site` span, and every type is the user's tokens, so
//! that the compiler underlines it in the signature.

/// `quote!` with the spans of the macro itself: locals are hidden from the user's code, and lints
/// leave what is written here alone.
macro_rules! generated {
    ($($tokens:tt)*) => {
        ::quote::quote_spanned!(::proc_macro2::Span::mixed_site()=> $($tokens)*)
    };
}

pub(crate) use generated;

mod adapter;
mod arguments;
mod block;
mod descriptor;
mod list;
mod render;
mod shell;
mod stub;
mod types;

use crate::errors::Errors;
use crate::model::{Function, Tool};
use crate::{check, names, parse};
pub(crate) use list::list;
use proc_macro2::{Span, TokenStream};
pub(crate) use types::{called_at, shown_at};

/// `#[mcp::tool(attribute)] item`, on a function or on an `impl` block.
pub(crate) fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let item = parse::normalised(item);
    if parse::is_impl(&item) {
        of_block(attribute, item)
    } else {
        of_function(attribute, &item)
    }
}

fn of_function(attribute: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let around = parse::Surroundings::Free;
    let (runtime, tool) = parse::tool(&mut errors, around, attribute, item);
    if let Some(tool) = &tool {
        check::tool(&mut errors, tool);
    }
    let generated = match (errors.finish(), &tool) {
        (Ok(()), Some(tool)) => implementation(tool),
        (Ok(()), None) => TokenStream::new(),
        (Err(faults), _) => stub::stub(&runtime, item, faults),
    };
    let user = parse::emitted(item);
    generated! { #user #generated }
}

fn of_block(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let (user, block) = parse::block(&mut errors, attribute, item);
    if let Some(block) = &block {
        check::block(&mut errors, block);
    }
    let generated = match (errors.finish(), &block) {
        (Ok(()), Some(block)) => block::implementation(block),
        (Ok(()), None) => TokenStream::new(),
        (Err(faults), Some(block)) => {
            let stub = block::stub(block);
            generated!(#faults #stub)
        }
        (Err(faults), None) => faults,
    };
    generated! { #user #generated }
}

/// The constant that stands beside the user's function.
///
/// One item, and one that may stand wherever a function may: under a function that is in an
/// `impl` the compiler finds one fault, not one for each item that is out of place.
fn implementation(tool: &Tool) -> TokenStream {
    let runtime = &tool.function.runtime;
    let constant = types::respanned(&names::constant(&tool.function.sig.ident));
    let vis = types::respanned(&tool.function.vis);
    let descriptor = descriptor::descriptor(tool, Span::mixed_site());
    let value = if tool.function.unlisted {
        descriptor
    } else {
        listed(tool, &descriptor)
    };
    let deprecated = deprecated(&tool.function);
    generated! {
        #[doc(hidden)]
        #[allow(#deprecated clippy::needless_update)]
        #vis const #constant: #runtime::tool::Descriptor = {
            use #runtime::__private::traits::*;
            #value
        };
    }
}

/// Calling one's own deprecated function is no news to anybody.
fn deprecated(function: &Function) -> Option<TokenStream> {
    let mut attrs = function.attrs.iter();
    let deprecated = attrs.any(|attr| attr.path().is_ident("deprecated"));
    deprecated.then(|| generated!(deprecated,))
}

/// The hidden macro of which a crate has only one for a name: of two, the compiler shows both.
fn guard(function: &Function) -> TokenStream {
    let at = function.name.span.resolved_at(Span::mixed_site());
    let guard = names::guard(&function.name.text, at);
    let guard = types::shown_at(at, generated!(macro_rules! #guard { () => {}; }));
    generated! {
        #[doc(hidden)]
        #[allow(non_local_definitions)]
        #[macro_export]
        #guard
    }
}

/// Puts the tool into the crate's registry, and with it its hidden macro.
fn listed(tool: &Tool, descriptor: &TokenStream) -> TokenStream {
    let runtime = &tool.function.runtime;
    let guard = guard(&tool.function);
    generated! {
        const __MCP_TOOL: #runtime::tool::Descriptor = #descriptor;

        #runtime::__private::inventory::submit! {
            #runtime::__private::Entry::tool(#runtime::__private::this_crate!(), &__MCP_TOOL)
        }

        #guard

        __MCP_TOOL
    }
}
