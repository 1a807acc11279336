//! The attribute macros of `mcp-runtime`.

mod attr;
mod check;
mod docs;
mod errors;
mod expand;
mod model;
mod names;
mod parse;
mod schema;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

/// TODO
#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand::tool(attribute.into(), item.into()).into()
}

/// TODO
#[doc(hidden)]
#[proc_macro]
pub fn tools_list(list: TokenStream) -> TokenStream {
    expand::list(list.into()).into()
}
