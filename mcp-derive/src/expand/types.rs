//! The user's types and spans in generated code.

use crate::lifetimes;
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Generics;

/// A type as it can stand in the body of a closure: the function's own lifetimes are not known
/// there and are left to inference.
pub(super) fn inferred(ty: &impl ToTokens, generics: &Generics) -> TokenStream {
    lifetimes::inferred(ty.to_token_stream(), &lifetimes::of(generics))
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
pub(crate) fn shown_at(place: Span, tokens: TokenStream) -> TokenStream {
    let map = |mut token: TokenTree| {
        token.set_span(token.span().located_at(place));
        token
    };
    tokens.into_iter().map(map).collect()
}

/// A call of the generic function `path` for the type `ty`, shown at `place`; the type stays where it is.
pub(crate) fn called_at(
    place: Span,
    path: &TokenStream,
    ty: &impl ToTokens,
    arguments: &TokenStream,
) -> TokenStream {
    let before = shown_at(place, generated!(#path::<));
    let after = shown_at(place, generated!(>(#arguments)));
    generated!(#before #ty #after)
}
