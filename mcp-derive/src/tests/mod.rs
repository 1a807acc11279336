//! Tests of the macros as functions from tokens to tokens; what the compiler makes of the result
//! is tested in the workspace member `tests`.

mod docs;
mod emitted;
mod expansion;
mod faults;
mod fuzz;
mod methods;
mod names;
mod prompts;
mod schema;

use proc_macro2::{TokenStream, TokenTree};

/// The expansion as text, laid out as rustfmt would.
fn pretty(tokens: TokenStream) -> String {
    match syn::parse2(tokens.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        Err(error) => panic!("{error} in {tokens}"),
    }
}

/// The expansion of `#[mcp::tool(attribute)] item`.
fn expand(attribute: TokenStream, item: TokenStream) -> String {
    pretty(crate::expand::tool(attribute, item))
}

/// The messages of all faults, in order.
fn faults(attribute: TokenStream, item: TokenStream) -> Vec<String> {
    messages(crate::expand::tool(attribute, item))
}

/// The texts of all calls of `compile_error!`.
fn messages(tokens: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    let mut in_error = false;
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => in_error = ident == "compile_error",
            TokenTree::Group(group) if in_error => {
                in_error = false;
                let text: syn::LitStr = syn::parse2(group.stream()).expect("one text");
                found.push(text.value());
            }
            TokenTree::Group(group) => found.extend(messages(group.stream())),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}
