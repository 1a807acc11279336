//! The macros of `mcp-runtime`; use them from there, as `mcp::tool`. Their pages stand there too, where examples compile.
//!
//! The way from tokens to tokens: `parse` reads everything and records what it cannot read,
//! `check` holds the rules against what was read, `expand` writes the code and cannot fail. On a
//! fault the user's item is given back with all errors at once and a stand-in for the tool, so
//! that editors keep working and one fault gives one error.
//!
//! Knows nothing of JSON-RPC, servers or transports, and does not depend on the library: it
//! names its items by path.

mod attr;
mod check;
mod docs;
mod errors;
mod expand;
mod future;
mod lifetimes;
mod model;
mod names;
mod parse;
mod record;
mod schema;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

/// Use it as `mcp::tool`.
#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand::tool(attribute.into(), item.into()).into()
}

/// Use it as `mcp::prompt`.
#[proc_macro_attribute]
pub fn prompt(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand::function(model::Kind::Prompt, attribute.into(), item.into()).into()
}

/// Use it as `mcp::resource`.
#[proc_macro_attribute]
pub fn resource(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand::function(model::Kind::Resource, attribute.into(), item.into()).into()
}

/// What `mcp::tools![..]` stands for: the path of the library, `;`, the paths of the functions.
#[doc(hidden)]
#[proc_macro]
pub fn tools_list(list: TokenStream) -> TokenStream {
    expand::list(model::Kind::Tool, list.into()).into()
}

/// What `mcp::prompts![..]` stands for.
#[doc(hidden)]
#[proc_macro]
pub fn prompts_list(list: TokenStream) -> TokenStream {
    expand::list(model::Kind::Prompt, list.into()).into()
}

/// What `mcp::resources![..]` stands for.
#[doc(hidden)]
#[proc_macro]
pub fn resources_list(list: TokenStream) -> TokenStream {
    expand::list(model::Kind::Resource, list.into()).into()
}

/// Use it as `mcp::Record`.
#[proc_macro_derive(Record, attributes(record, serde))]
pub fn record(item: TokenStream) -> TokenStream {
    record::derive(item.into()).into()
}
