//! Arguments that arrive as text: where they are decoded, and what completes them.

use super::{arguments, types};
use crate::model::{Argument, Function, Param, Passing};
use crate::schema;
use proc_macro2::TokenStream;
use syn::spanned::Spanned;

/// `parameters: &[…],`
pub(super) fn parameters(function: &Function) -> Option<TokenStream> {
    let runtime = &function.runtime;
    let list: Vec<_> = function
        .arguments()
        .map(|(param, argument)| {
            let cfgs = &param.cfgs;
            let key = &argument.key.text;
            let description = match argument.description.literal() {
                Some(text) if text.is_empty() => None,
                _ => {
                    let description = argument.description.expression();
                    Some(generated!(description: #description,))
                }
            };
            let required = argument.default.is_none() && !is_optional(param, argument);
            generated! {
                #(#cfgs)*
                #runtime::tool::Parameter {
                    key: #key,
                    #description
                    required: #required,
                    ..#runtime::tool::Parameter::EMPTY
                }
            }
        })
        .collect();
    let some = !list.is_empty();
    some.then(|| generated!(parameters: &[#(#list),*],))
}

/// By spelling: text has no way of its own to be absent.
fn is_optional(param: &Param, argument: &Argument) -> bool {
    match argument.passing {
        Passing::Owned => schema::inside_option(&param.ty).is_some(),
        Passing::Str | Passing::Slice(_) => false,
        Passing::OptionalStr | Passing::OptionalSlice(_) => true,
    }
}

/// `completions: &[…],`
pub(super) fn completions(function: &Function) -> Option<TokenStream> {
    let runtime = &function.runtime;
    let list: Vec<_> = function
        .arguments()
        .filter_map(|(param, argument)| {
            let path = argument.complete.as_ref()?;
            let cfgs = &param.cfgs;
            let key = &argument.key.text;
            // a function of the wrong kind is shown where it is named
            let complete = types::shown_at(path.span(), generated!(#runtime::__private::complete));
            Some(generated! {
                #(#cfgs)*
                #runtime::complete::Completion {
                    argument: #key,
                    call: |__mcp_call| #complete(#path, __mcp_call),
                }
            })
        })
        .collect();
    let some = !list.is_empty();
    some.then(|| generated!(completions: &[#(#list),*],))
}

/// The place that an argument is decoded into.
pub(super) fn place(function: &Function, param: &Param, argument: &Argument) -> TokenStream {
    let runtime = &function.runtime;
    let generics = &function.sig.generics;
    let lent = generated!(::std::borrow::Cow<'_, ::core::primitive::str>);
    let place = match (&argument.passing, schema::inside_option(&param.ty)) {
        (Passing::Str | Passing::Slice(_), _) => generated!(#runtime::__private::plain::<#lent>()),
        (Passing::OptionalStr | Passing::OptionalSlice(_), _) => {
            generated!(#runtime::__private::plain::<::core::option::Option<#lent>>())
        }
        (Passing::Owned, Some(inner)) => {
            let ty = types::inferred(inner, generics);
            generated!(#runtime::__private::text_or_none::<#ty>())
        }
        (Passing::Owned, None) => {
            let ty = types::inferred(&param.ty, generics);
            generated!(#runtime::__private::text::<#ty>())
        }
    };
    match argument.default {
        Some(_) => generated!(#runtime::__private::or_default(#place)),
        None => place,
    }
}

/// JSON text, for constants that hold some.
pub(super) fn number(number: f64) -> TokenStream {
    arguments::readable(&number.to_string())
}
