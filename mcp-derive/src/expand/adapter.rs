//! The adapter: decode by key, call by position, encode what comes back.
//!
//! Hygiene keeps locals apart from a user's locals, but a pattern that is named like a constant in
//! scope would mean the constant; so all locals begin with `__mcp_`.

use super::{descriptor, render, text, types};
use crate::model::{Argument, DefaultValue, Function, Kind, Param, Passing, Role, Tool};
use proc_macro2::{Ident, Span, TokenStream};
use syn::spanned::Spanned;
use syn::{Expr, Lit};

/// One argument on its way: its parameter and the local that holds it.
struct Slot<'t> {
    param: &'t Param,
    argument: &'t Argument,
    local: Ident,
}

/// The value of `Descriptor::call`.
///
/// `tool` is the function as a tool, if it is one.
pub(super) fn call(function: &Function, tool: Option<&Tool>) -> TokenStream {
    let runtime = &function.runtime;
    let slots: Vec<Slot<'_>> = function
        .arguments()
        .enumerate()
        .map(|(i, (param, argument))| Slot {
            param,
            argument,
            local: Ident::new(&format!("__mcp_{i}"), Span::mixed_site()),
        })
        .collect();
    let decode = decode(function, tool, &slots);
    let defaults = slots.iter().filter_map(|slot| with_default(slot));
    let encode = encode(function, tool, &called(function, &slots));
    let body = generated!(#decode #(#defaults)* #encode);
    if function.is_async() {
        // a future that cannot be sent is a fault of the function, so it is shown there
        let place = function.sig.ident.span();
        let future = types::shown_at(place, generated!(async move { #body }));
        let later = types::shown_at(
            place,
            generated!(#runtime::__private::Reply::later(#future)),
        );
        generated!(|__mcp_call| #later)
    } else {
        generated!(|__mcp_call| #runtime::__private::Reply::now(__mcp_call, |__mcp_call| { #body }))
    }
}

/// Statements that bind the local of each slot.
fn decode(function: &Function, tool: Option<&Tool>, slots: &[Slot<'_>]) -> TokenStream {
    let (mut pattern, mut list) = match tool {
        Some(tool) => render::last(tool),
        None => (generated!(()), generated!(())),
    };
    if slots.iter().any(|slot| !slot.param.cfgs.is_empty()) {
        return decode_under_conditions(function, slots, &pattern, &list);
    }
    if slots.is_empty() && tool.is_none_or(|tool| tool.actions.is_empty()) {
        return generated!(__mcp_call.decode(())?;);
    }
    for slot in slots.iter().rev() {
        let local = &slot.local;
        let place = place(function, slot);
        pattern = generated!((#local, #pattern));
        list = generated!((#place, #list));
    }
    generated!(let #pattern = __mcp_call.decode(#list)?;)
}

/// A member of a tuple cannot stand under `#[cfg]`, so the list is built by statements.
///
/// `last` and `list` are the pattern and the places of what comes after them.
fn decode_under_conditions(
    function: &Function,
    slots: &[Slot<'_>],
    last: &TokenStream,
    list: &TokenStream,
) -> TokenStream {
    let push = slots.iter().rev().map(|slot| {
        let cfgs = &slot.param.cfgs;
        let place = place(function, slot);
        generated!(#(#cfgs)* let __mcp_slots = (#place, __mcp_slots);)
    });
    let take = slots.iter().map(|slot| {
        let cfgs = &slot.param.cfgs;
        let local = &slot.local;
        generated!(#(#cfgs)* let (#local, __mcp_values) = __mcp_values;)
    });
    generated! {
        let __mcp_slots = #list;
        #(#push)*
        let __mcp_values = __mcp_call.decode(__mcp_slots)?;
        #(#take)*
        let #last = __mcp_values;
    }
}

/// The place that an argument is decoded into.
fn place(function: &Function, slot: &Slot<'_>) -> TokenStream {
    if function.kind.takes_text() {
        return text::place(function, slot.param, slot.argument);
    }
    let runtime = &function.runtime;
    let generics = &function.sig.generics;
    if let Some(flag) = &slot.argument.outside.flag {
        let ty = types::inferred(&slot.param.ty, generics);
        return match flag.contrary {
            None => generated!(#runtime::__private::flag::<#ty>()),
            Some(_) => generated!(#runtime::__private::contrary_flag::<#ty>()),
        };
    }
    let ty = match &slot.argument.passing {
        Passing::Owned => types::inferred(&slot.param.ty, generics),
        Passing::Str => generated!(::std::borrow::Cow<'_, ::core::primitive::str>),
        Passing::OptionalStr => {
            generated!(::core::option::Option<::std::borrow::Cow<'_, ::core::primitive::str>>)
        }
        Passing::Slice(elem) => {
            let elem = types::inferred(elem, generics);
            generated!(::std::vec::Vec<#elem>)
        }
        Passing::OptionalSlice(elem) => {
            let elem = types::inferred(elem, generics);
            generated!(::core::option::Option<::std::vec::Vec<#elem>>)
        }
    };
    if slot.argument.unroll.is_some() {
        return generated!(#runtime::__private::unroll::<#ty>());
    }
    match slot.argument.default {
        Some(_) => generated!(#runtime::__private::maybe::<#ty>()),
        None => generated!(#runtime::__private::plain::<#ty>()),
    }
}

/// The statement that puts the default in place; its value has the type of the parameter.
fn with_default(slot: &Slot<'_>) -> Option<TokenStream> {
    let cfgs = &slot.param.cfgs;
    let local = &slot.local;
    let value = default_value(slot.argument.default.as_ref()?, &slot.argument.passing);
    let given = match slot.argument.passing {
        Passing::Owned => generated!(#local),
        Passing::Str | Passing::Slice(_) => generated!(::core::option::Option::as_deref(&#local)),
        Passing::OptionalStr | Passing::OptionalSlice(_) => generated! {
            ::core::option::Option::map(
                ::core::option::Option::as_ref(&#local),
                ::core::option::Option::as_deref,
            )
        },
    };
    Some(generated! {
        #(#cfgs)*
        let #local = ::core::option::Option::unwrap_or_else(#given, || #value);
    })
}

fn default_value(default: &DefaultValue, passing: &Passing) -> TokenStream {
    match default {
        DefaultValue::OfTheType(place) => {
            types::shown_at(*place, generated!(::core::default::Default::default()))
        }
        DefaultValue::Literal {
            expr,
            lit: Lit::Str(_),
            ..
        } if matches!(passing, Passing::Owned) => into(expr),
        DefaultValue::Literal { expr, .. } | DefaultValue::Applied(expr) => {
            generated!(#expr)
        }
    }
}

/// A literal text for a `String`, a path, or a type of the user's own.
fn into(expr: &Expr) -> TokenStream {
    let place = expr.span();
    let into = types::shown_at(place, generated!(::core::convert::Into::into));
    generated!(#into(#expr))
}

/// The call of the user's function.
fn called(function: &Function, slots: &[Slot<'_>]) -> TokenStream {
    let name = function_name(&function.sig.ident);
    let mut slots = slots.iter();
    let arguments = function.params.iter().map(|param| {
        let cfgs = &param.cfgs;
        let value = match &param.role {
            Role::State { ty, optional, .. } => {
                let ty = types::inferred(ty, &function.sig.generics);
                let how = if *optional {
                    generated!(inject_optional)
                } else {
                    generated!(inject)
                };
                generated!(__mcp_call.#how::<#ty>())
            }
            Role::Argument(argument) => match slots.next() {
                Some(slot) => passed(argument, &slot.local),
                None => TokenStream::new(),
            },
        };
        generated!(#(#cfgs)* #value)
    });
    let owner = function.in_block.then(|| generated!(Self::));
    let call = generated!(#owner #name(#(#arguments),*));
    match function.returned() {
        _ if function.sig.asyncness.is_some() => generated!(#call.await),
        // what is named like a future and is none is shown at its name
        Some(_) if function.is_async() => {
            let wait = types::shown_at(descriptor::place(function), generated!(.await));
            generated!(#call #wait)
        }
        _ => call,
    }
}

/// The name of the user's function, as a token of the macro: where it cannot be found, because it
/// stands in an `impl`, the compiler then shows the attribute as well.
fn function_name(ident: &Ident) -> Ident {
    let mut function = ident.clone();
    function.set_span(ident.span().resolved_at(Span::mixed_site()));
    function
}

fn passed(argument: &Argument, local: &Ident) -> TokenStream {
    match &argument.passing {
        // with a default, what is lent was lent there
        _ if argument.has_default() => generated!(#local),
        Passing::Owned => generated!(#local),
        Passing::Str | Passing::Slice(_) => generated!(&*#local),
        Passing::OptionalStr | Passing::OptionalSlice(_) => {
            generated!(::core::option::Option::as_deref(&#local))
        }
    }
}

/// What the function returns is told apart by trait, not by name.
fn encode(function: &Function, tool: Option<&Tool>, value: &TokenStream) -> TokenStream {
    let runtime = &function.runtime;
    let returned = descriptor::returned(function);
    // what cannot be sent is shown at the return type
    let (ok, err) = descriptor::blamed(function);
    let value_ok = types::shown_at(ok, generated!(__mcp_value));
    let encode_ok = match function.kind {
        Kind::Tool if tool.is_some_and(|tool| tool.schemas.output.is_some()) => {
            generated!(__mcp_probe.ok().encode_given(#value_ok))
        }
        Kind::Tool => generated!(__mcp_probe.ok().encode(#value_ok)),
        Kind::Prompt => generated!(#runtime::__private::messages(#value_ok)),
        Kind::Resource => generated!(#runtime::__private::contents(#value_ok)),
    };
    let encode_ok = types::shown_at(ok, encode_ok);
    let (text, rendered) = tool.map_or((None, None), render::text);
    let encode_ok = match text {
        Some(text) => generated!({ #text ::core::result::Result::Ok(#encode_ok #rendered) }),
        None => generated!(::core::result::Result::Ok(#encode_ok)),
    };
    let value_err = types::shown_at(err, generated!(__mcp_error));
    let encode_err = types::shown_at(err, generated!(__mcp_probe.err().encode(#value_err)));
    generated! {
        let __mcp_probe = #runtime::__private::Probe::<#returned>::NEW;
        match __mcp_probe.split(#value) {
            ::core::result::Result::Ok(__mcp_value) => #encode_ok,
            ::core::result::Result::Err(__mcp_error) => #encode_err,
        }
    }
}
