//! `mcp::tools![a, module::b]`: an explicit list, by the functions' names.

use crate::names;
use proc_macro2::{TokenStream, TokenTree};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Path, PathArguments, Token};

/// Takes `runtime path ; function paths`.
pub(crate) fn list(tokens: TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter();
    let is_end =
        |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';');
    let runtime: TokenStream = tokens.by_ref().take_while(|token| !is_end(token)).collect();
    let parser = Punctuated::<Path, Token![,]>::parse_terminated;
    let paths = match parser.parse2(tokens.collect()) {
        Ok(paths) => paths,
        Err(error) => return error.to_compile_error(),
    };
    let tools = paths.into_iter().map(|path| match constant(path) {
        Ok(constant) => generated!(&#constant),
        Err(error) => error.to_compile_error(),
    });
    // named constants, because those are looked at by `cargo check` too
    generated! {
        #runtime::Registry::of_list({
            const LIST: &[&#runtime::tool::Descriptor] = &[#(#tools),*];
            const DISTINCT: &[&#runtime::tool::Descriptor] = #runtime::__private::distinct(LIST);
            DISTINCT
        })
    }
}

/// From the path of a function to that of the constant that describes the tool.
fn constant(mut path: Path) -> syn::Result<Path> {
    let Some(last) = path.segments.last_mut() else {
        return Err(syn::Error::new_spanned(path, "expected the name of a tool"));
    };
    if !matches!(last.arguments, PathArguments::None) {
        return Err(syn::Error::new_spanned(
            &last.arguments,
            "a tool has no type arguments; write its name alone",
        ));
    }
    last.ident = names::constant(&last.ident);
    Ok(path)
}
