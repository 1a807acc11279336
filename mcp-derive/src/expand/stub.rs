//! What stands in for a function with a fault, so that one fault gives one error.
//!
//! A list that names it still compiles; the registry never sees it.

use super::types;
use crate::model::Kind;
use crate::{names, parse};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The faults, and an empty constant where one can stand.
pub(super) fn stub(
    kind: Kind,
    runtime: &TokenStream,
    item: &TokenStream,
    faults: TokenStream,
) -> TokenStream {
    let Some(function) = parse::function_name(item) else {
        return faults;
    };
    if !could_be_listed(item) {
        return faults;
    }
    let constant = types::respanned(&names::constant(kind, &function));
    let vis = types::respanned(&parse::visibility(item));
    let module = super::module(kind);
    generated! {
        #faults

        #[doc(hidden)]
        #vis const #constant: #runtime::#module::Descriptor = #runtime::#module::Descriptor::EMPTY;
    }
}

/// A function with `self` or without a body stands in an `impl` or a trait, where no list can
/// name it and not every constant is welcome.
fn could_be_listed(item: &TokenStream) -> bool {
    let mut has_body = false;
    let mut has_self = false;
    for token in item.clone() {
        if let TokenTree::Group(group) = token {
            has_body |= group.delimiter() == Delimiter::Brace;
            let parameters = group.delimiter() == Delimiter::Parenthesis;
            has_self |= parameters
                && group
                    .stream()
                    .into_iter()
                    .any(|token| matches!(token, TokenTree::Ident(ident) if ident == "self"));
        }
    }
    has_body && !has_self
}
