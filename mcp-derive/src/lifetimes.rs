//! Lifetimes in the user's types, where generated code has to do without them.
//!
//! Does not know where the types stand.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use syn::{GenericParam, Generics};

/// The names of the lifetimes that are declared here.
pub(crate) fn of(generics: &Generics) -> Vec<String> {
    let lifetimes = generics.params.iter().filter_map(|param| match param {
        GenericParam::Lifetime(param) => Some(param.lifetime.ident.to_string()),
        GenericParam::Type(_) | GenericParam::Const(_) => None,
    });
    lifetimes.collect()
}

/// Gives the lifetimes that have no name one that the user's code does not have.
pub(crate) fn named(tokens: TokenStream, name: &str) -> TokenStream {
    replaced(tokens, &["_".to_owned()], name)
}

/// Leaves the lifetimes to inference.
pub(crate) fn inferred(tokens: TokenStream, lifetimes: &[String]) -> TokenStream {
    replaced(tokens, lifetimes, "_")
}

/// What a server holds lives as long as anything.
pub(crate) fn lasting(tokens: TokenStream, lifetimes: &[String]) -> TokenStream {
    replaced(tokens, lifetimes, "static")
}

fn replaced(tokens: TokenStream, lifetimes: &[String], by: &str) -> TokenStream {
    if lifetimes.is_empty() {
        return tokens;
    }
    let mut after_quote = false;
    let map = |token| {
        let quoted = std::mem::replace(&mut after_quote, false);
        match token {
            TokenTree::Ident(ident) if quoted && lifetimes.contains(&ident.to_string()) => {
                TokenTree::Ident(Ident::new(by, ident.span()))
            }
            TokenTree::Group(group) => {
                let inside = replaced(group.stream(), lifetimes, by);
                let mut inner = Group::new(group.delimiter(), inside);
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            TokenTree::Punct(punct) => {
                after_quote = punct.as_char() == '\'';
                TokenTree::Punct(punct)
            }
            other => other,
        }
    };
    tokens.into_iter().map(map).collect()
}
