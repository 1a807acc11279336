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
mod prompt;
mod render;
mod resource;
mod shell;
mod stub;
mod text;
mod types;

use crate::errors::Errors;
use crate::model::{Annotated, Function, Kind};
use crate::{check, names, parse};
pub(crate) use list::list;
use proc_macro2::{Ident, Span, TokenStream};
pub(crate) use types::{called_at, shown_at};

/// `#[mcp::tool(attribute)] item`, on a function or on an `impl` block.
pub(crate) fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let item = parse::normalised(item);
    if parse::is_impl(&item) {
        of_block(attribute, item)
    } else {
        of_function(Kind::Tool, attribute, &item)
    }
}

/// `#[mcp::prompt(attribute)] item` and `#[mcp::resource(attribute)] item`.
pub(crate) fn function(kind: Kind, attribute: TokenStream, item: TokenStream) -> TokenStream {
    of_function(kind, attribute, &parse::normalised(item))
}

fn of_function(kind: Kind, attribute: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let around = parse::Surroundings::Free;
    let (runtime, made) = parse::annotated(&mut errors, kind, around, attribute, item);
    if let Some(made) = &made {
        check::annotated(&mut errors, made);
    }
    let generated = match (errors.finish(), &made) {
        (Ok(()), Some(made)) => implementation(made),
        (Ok(()), None) => TokenStream::new(),
        (Err(faults), _) => stub::stub(kind, &runtime, item, faults),
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
fn implementation(made: &Annotated) -> TokenStream {
    let function = made.function();
    let runtime = &function.runtime;
    let constant = types::respanned(&names::constant(function.kind, &function.sig.ident));
    let vis = types::respanned(&function.vis);
    let module = module(function.kind);
    let descriptor = described(made, Span::mixed_site());
    let value = if function.unlisted {
        descriptor
    } else {
        listed(made, &descriptor)
    };
    let deprecated = deprecated(function);
    generated! {
        #[doc(hidden)]
        #[allow(#deprecated clippy::needless_update)]
        #vis const #constant: #runtime::#module::Descriptor = {
            use #runtime::__private::traits::*;
            #value
        };
    }
}

/// The value that describes what a function became.
fn described(made: &Annotated, source: Span) -> TokenStream {
    match made {
        Annotated::Tool(tool) => descriptor::descriptor(tool, source),
        Annotated::Prompt(prompt) => prompt::descriptor(prompt, source),
        Annotated::Resource(resource) => resource::descriptor(resource, source),
    }
}

/// The module of the runtime that has the descriptor.
fn module(kind: Kind) -> Ident {
    Ident::new(&kind.to_string(), Span::mixed_site())
}

/// Calling one's own deprecated function is no news to anybody.
fn deprecated(function: &Function) -> Option<TokenStream> {
    let mut attrs = function.attrs.iter();
    let deprecated = attrs.any(|attr| attr.path().is_ident("deprecated"));
    deprecated.then(|| generated!(deprecated,))
}

/// The hidden macros of which a crate has only one for a name: of two, the compiler shows both.
fn guard(made: &Annotated) -> TokenStream {
    let function = made.function();
    let at = function.name.span.resolved_at(Span::mixed_site());
    let by_name = one_of(at, names::guard(function.kind, &function.name.text, at));
    let by_uri = match made {
        Annotated::Resource(resource) => resource.uri.as_ref().map(|uri| {
            let at = uri.span.resolved_at(Span::mixed_site());
            one_of(at, names::guard_of_uri(&uri.text, at))
        }),
        Annotated::Tool(_) | Annotated::Prompt(_) => None,
    };
    generated!(#by_name #by_uri)
}

fn one_of(at: Span, guard: Ident) -> TokenStream {
    let guard = types::shown_at(at, generated!(macro_rules! #guard { () => {}; }));
    generated! {
        #[doc(hidden)]
        #[allow(non_local_definitions)]
        #[macro_export]
        #guard
    }
}

/// Puts what a function became into the crate's registry, and with it its hidden macros.
fn listed(made: &Annotated, descriptor: &TokenStream) -> TokenStream {
    let function = made.function();
    let runtime = &function.runtime;
    let module = module(function.kind);
    let kind = function.kind.to_string().to_uppercase();
    let value = Ident::new(&format!("__MCP_{kind}"), Span::mixed_site());
    let guard = guard(made);
    generated! {
        const #value: #runtime::#module::Descriptor = #descriptor;

        #runtime::__private::inventory::submit! {
            #runtime::__private::Entry::#module(#runtime::__private::this_crate!(), &#value)
        }

        #guard

        #value
    }
}
