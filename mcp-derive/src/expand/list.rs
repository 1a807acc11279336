//! `mcp::tools![a, module::b]`, `mcp::prompts![..]` and `mcp::resources![..]`: explicit lists, by the
//! functions' names.

use crate::model::Kind;
use crate::names;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Path, PathArguments, Token};

/// Takes `runtime path ; function paths`.
pub(crate) fn list(kind: Kind, tokens: TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter();
    let is_end =
        |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';');
    let runtime: TokenStream = tokens.by_ref().take_while(|token| !is_end(token)).collect();
    let parser = Punctuated::<Path, Token![,]>::parse_terminated;
    let paths = match parser.parse2(tokens.collect()) {
        Ok(paths) => paths,
        Err(error) => return error.to_compile_error(),
    };
    let constants = paths.into_iter().map(|path| match constant(kind, path) {
        Ok(constant) => generated!(&#constant),
        Err(error) => error.to_compile_error(),
    });
    // named constants, because those are looked at by `cargo check` too
    if kind != Kind::Tool {
        let module = super::module(kind);
        let of = Ident::new(&format!("of_{kind}s"), Span::mixed_site());
        return generated! {
            #runtime::Registry::#of({
                const LIST: &[&#runtime::#module::Descriptor] = &[#(#constants),*];
                LIST
            })
        };
    }
    generated! {
        #runtime::Registry::of_list({
            const LIST: &[&#runtime::tool::Descriptor] = &[#(#constants),*];
            const DISTINCT: &[&#runtime::tool::Descriptor] = #runtime::__private::distinct(LIST);
            DISTINCT
        })
    }
}

/// From the path of a function to that of the constant that describes it.
fn constant(kind: Kind, mut path: Path) -> syn::Result<Path> {
    let Some(last) = path.segments.last_mut() else {
        let message = format!("expected the name of a {kind}");
        return Err(syn::Error::new_spanned(path, message));
    };
    if !matches!(last.arguments, PathArguments::None) {
        return Err(syn::Error::new_spanned(
            &last.arguments,
            format!("a {kind} has no type arguments; write its name alone"),
        ));
    }
    last.ident = names::constant(kind, &last.ident);
    Ok(path)
}
