//! The user's types and spans in generated code.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericParam, Generics};

/// A type as it can stand in the body of a closure: the function's own lifetimes are not known
/// there and are left to inference.
pub(super) fn inferred(ty: &impl ToTokens, generics: &Generics) -> TokenStream {
    let lifetimes: Vec<String> = generics
        .params
        .iter()
        .filter_map(|param| match param {
            GenericParam::Lifetime(param) => Some(param.lifetime.ident.to_string()),
            GenericParam::Type(_) | GenericParam::Const(_) => None,
        })
        .collect();
    let tokens = ty.to_token_stream();
    if lifetimes.is_empty() {
        return tokens;
    }
    without(tokens, &lifetimes)
}

fn without(tokens: TokenStream, lifetimes: &[String]) -> TokenStream {
    let mut after_quote = false;
    let map = |token| {
        let quoted = std::mem::replace(&mut after_quote, false);
        match token {
            TokenTree::Ident(ident) if quoted && lifetimes.contains(&ident.to_string()) => {
                TokenTree::Ident(Ident::new("_", ident.span()))
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), without(group.stream(), lifetimes));
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

/// The user's tokens, as tokens of the macro: lints that look at them have nothing to say twice.
pub(super) fn respanned(tokens: &impl ToTokens) -> TokenStream {
    let map = |mut token: TokenTree| {
        if let TokenTree::Group(group) = token {
            let mut inner = Group::new(group.delimiter(), respanned(&group.stream()));
            inner.set_span(group.span().resolved_at(Span::mixed_site()));
            return TokenTree::Group(inner);
        }
        token.set_span(token.span().resolved_at(Span::mixed_site()));
        token
    };
    tokens.to_token_stream().into_iter().map(map).collect()
}

/// The same tokens, which the compiler shows at a place in the user's code.
///
/// The inside of groups stays where it was: the user's types and expressions have places of
/// their own.
pub(super) fn shown_at(place: Span, tokens: TokenStream) -> TokenStream {
    let map = |mut token: TokenTree| {
        token.set_span(token.span().located_at(place));
        token
    };
    tokens.into_iter().map(map).collect()
}
