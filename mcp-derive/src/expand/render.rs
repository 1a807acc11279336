//! Output actions: one more argument that names an action, and the text that the action makes.
//!
//! The functions are called, not passed: so lending turns a `&Vec<T>` into a `&[T]`, and a function with
//! another signature is one fault, at its path.

use super::types;
use crate::model::{Action, Tool};
use crate::schema;
use proc_macro2::{Span, TokenStream};
use syn::spanned::Spanned;

/// As in the runtime, which joins the schema where the macro cannot write it.
const KEY: &str = "_render";
const DESCRIPTION: &str = "The form of the text in the result; `raw` is the value itself.";

/// The argument among the others.
pub(super) fn parameter(tool: &Tool) -> Option<TokenStream> {
    let runtime = &tool.function.runtime;
    let names = tool.actions.iter().map(|action| &action.name.text);
    some(tool).then(|| generated!(#runtime::__private::render_parameter(&["raw", #(#names),*])))
}

/// The argument in the text of the input schema.
pub(super) fn property(tool: &Tool) -> Option<String> {
    let names = tool.actions.iter().map(|action| action.name.text.as_str());
    let names: Vec<String> = std::iter::once("raw")
        .chain(names)
        .map(schema::json_string)
        .collect();
    some(tool).then(|| {
        format!(
            "\"{KEY}\":{{\"type\":\"string\",\"enum\":[{}],\"description\":{},\"default\":\"raw\"}}",
            names.join(","),
            schema::json_string(DESCRIPTION)
        )
    })
}

/// The end of the list of arguments: the pattern that takes it, and the places it is decoded into.
pub(super) fn last(tool: &Tool) -> (TokenStream, TokenStream) {
    if !some(tool) {
        return (generated!(()), generated!(()));
    }
    let runtime = &tool.function.runtime;
    let place = generated! {
        #runtime::__private::maybe::<::std::borrow::Cow<'_, ::core::primitive::str>>()
    };
    (generated!((__mcp_render, ())), generated!((#place, ())))
}

/// The statement that makes the text that was asked for of `__mcp_value`, and what takes it.
pub(super) fn text(tool: &Tool) -> (Option<TokenStream>, Option<TokenStream>) {
    if !some(tool) {
        return (None, None);
    }
    let arms = tool.actions.iter().map(|action| {
        let name = &action.name.text;
        let made = made(tool, action);
        generated!(::core::option::Option::Some(#name) => ::core::option::Option::Some(#made),)
    });
    let statement = generated! {
        let __mcp_text = match ::core::option::Option::as_deref(&__mcp_render) {
            #(#arms)*
            _ => ::core::option::Option::None,
        };
    };
    (Some(statement), Some(generated!(.rendered(__mcp_text))))
}

/// The text of one action; its `Err` ends the call like one of the function's own.
fn made(tool: &Tool, action: &Action) -> TokenStream {
    let runtime = &tool.function.runtime;
    let path = &action.path;
    let at = last_word(action);
    let shown = |tokens| types::shown_at(at, tokens);
    let value = shown(generated!(&__mcp_value));
    let arguments = shown(generated!((#value)));
    // an async action is awaited, where that can be done
    let wait = tool.function.is_async().then(|| {
        let waited =
            shown(generated!(#runtime::__private::probe_of(&__mcp_made).wait(__mcp_made).await));
        generated!(let __mcp_made = #waited;)
    });
    let text = shown(generated!(__mcp_made));
    let text = shown(generated!((#text)));
    let text = shown(generated!(#runtime::__private::action_text #text));
    let error = shown(generated!(__mcp_error));
    let error = shown(generated!(__mcp_probe.encode(#error)));
    generated! {
        {
            let __mcp_made = #path #arguments;
            #wait
            match #text {
                (::core::result::Result::Ok(__mcp_text), _) => __mcp_text,
                (::core::result::Result::Err(__mcp_error), __mcp_probe) => return #error,
            }
        }
    }
}

/// On a stable compiler a span cannot be made of several.
fn last_word(action: &Action) -> Span {
    let segments = &action.path.path.segments;
    segments
        .last()
        .map_or_else(|| action.path.span(), |segment| segment.ident.span())
}

fn some(tool: &Tool) -> bool {
    !tool.actions.is_empty()
}
