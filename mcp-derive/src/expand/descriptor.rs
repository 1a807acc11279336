//! The constant that describes a tool.

use super::{adapter, arguments, render, shell, types};
use crate::model::{Function, Hints, Role, Tool};
use crate::schema::{self, Place, Schema};
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use std::time::Duration;
use syn::{AngleBracketedGenericArguments, GenericArgument, PathArguments, ReturnType, Type};

/// The value that describes the tool.
///
/// `source` is where the tool is said to stand.
pub(super) fn descriptor(tool: &Tool, source: Span) -> TokenStream {
    let runtime = &tool.function.runtime;
    let name = &tool.function.name.text;
    let title = title(&tool.function);
    let description = described(&tool.function);
    let annotations = annotations(runtime, &tool.hints);
    let ignores_extra = tool.ignores_extra.then(|| generated!(ignores_extra: true,));
    let lenient = tool.lenient.then(|| generated!(lenient: true,));
    let requires = requires(tool);
    let icons = icons(&tool.function);
    let meta = meta(&tool.function);
    let parameters = arguments::parameters(&tool.function, render::parameter(tool));
    let states = states(&tool.function);
    let input_schema = arguments::input_schema(tool);
    let output = output(tool);
    let shell = shell::shell(&tool.function);
    let run = run(&tool.function, tool.inline);
    let timeout = time("timeout", tool.running.timeout);
    let heartbeat = time("heartbeat", tool.running.heartbeat);
    let sequential = tool
        .running
        .sequential
        .map(|_| generated!(sequential: true,));
    let call = adapter::call(&tool.function, Some(tool));
    let source = stands(runtime, source);
    generated! {
        #runtime::tool::Descriptor {
            name: #name,
            #title
            #description
            #annotations
            #icons
            #meta
            #parameters
            #ignores_extra
            #lenient
            #requires
            #shell
            #states
            #input_schema
            #output
            run: #run,
            #timeout
            #heartbeat
            #sequential
            #source
            call: #call,
            ..#runtime::tool::Descriptor::EMPTY
        }
    }
}

fn requires(tool: &Tool) -> Option<TokenStream> {
    let runtime = &tool.function.runtime;
    let capability = |name: &&str| {
        let name = Ident::new(name, Span::mixed_site());
        generated!(#runtime::tool::ClientCapabilities::#name)
    };
    let mut capabilities = tool.requires.iter().map(capability);
    let first = capabilities.next()?;
    Some(generated!(requires: #first #(.and(#capabilities))*,))
}

/// `title: …,`
pub(super) fn title(function: &Function) -> Option<TokenStream> {
    let title = function.title.as_ref()?;
    Some(generated!(title: ::core::option::Option::Some(#title),))
}

/// `source: …,`
pub(super) fn stands(runtime: &TokenStream, source: Span) -> TokenStream {
    // the compiler counts lines from where the name of the macro stands
    let line = Ident::new("line", source);
    generated! {
        source: #runtime::tool::Source {
            file: ::core::file!(),
            line: ::core::#line!(),
        },
    }
}

pub(super) fn described(function: &Function) -> Option<TokenStream> {
    if function
        .description
        .literal()
        .is_some_and(|text| text.is_empty())
    {
        return None;
    }
    let description = function.description.expression();
    Some(generated!(description: #description,))
}

fn annotations(runtime: &TokenStream, hints: &Hints) -> Option<TokenStream> {
    let hint = |name: &str, value: Option<bool>| {
        let name = Ident::new(name, Span::mixed_site());
        value.map(|value| generated!(#name: ::core::option::Option::Some(#value),))
    };
    let hints: Vec<_> = [
        hint("read_only", hints.read_only),
        hint("destructive", hints.destructive),
        hint("idempotent", hints.idempotent),
        hint("open_world", hints.open_world),
    ]
    .into_iter()
    .flatten()
    .collect();
    let some = !hints.is_empty();
    some.then(|| {
        generated! {
            annotations: #runtime::tool::Annotations {
                #(#hints)*
                ..#runtime::tool::Annotations::NONE
            },
        }
    })
}

pub(super) fn icons(function: &Function) -> Option<TokenStream> {
    let runtime = &function.runtime;
    let text = |key: &str, value: &Option<String>| {
        let key = Ident::new(key, Span::mixed_site());
        let value = value.as_ref()?;
        Some(generated!(#key: ::core::option::Option::Some(#value),))
    };
    let icons: Vec<_> = function
        .icons
        .iter()
        .map(|icon| {
            let src = &icon.src;
            let mime_type = text("mime_type", &icon.mime_type);
            let theme = text("theme", &icon.theme);
            let sizes = &icon.sizes;
            generated! {
                #runtime::tool::Icon {
                    src: #src,
                    #mime_type
                    sizes: &[#(#sizes),*],
                    #theme
                    ..#runtime::tool::Icon::EMPTY
                }
            }
        })
        .collect();
    let some = !icons.is_empty();
    some.then(|| generated!(icons: &[#(#icons),*],))
}

pub(super) fn meta(function: &Function) -> Option<TokenStream> {
    let pairs = function.meta.iter().map(|meta| {
        let key = &meta.key;
        let json = arguments::readable(&meta.json);
        generated!((#key, #json))
    });
    let pairs: Vec<_> = pairs.collect();
    let some = !pairs.is_empty();
    some.then(|| generated!(meta: &[#(#pairs),*],))
}

pub(super) fn states(function: &Function) -> Option<TokenStream> {
    let runtime = &function.runtime;
    let states: Vec<_> = function
        .params
        .iter()
        .filter_map(|param| {
            let Role::State {
                ty,
                optional,
                label,
            } = &param.role
            else {
                return None;
            };
            let cfgs = &param.cfgs;
            let ty = types::inferred(ty, &function.sig.generics);
            let of = if *optional {
                generated!(optional)
            } else {
                generated!(of)
            };
            Some(generated!(#(#cfgs)* #runtime::tool::StateUse::#of::<#ty>(#label)))
        })
        .collect();
    let some = !states.is_empty();
    some.then(|| generated!(states: &[#(#states),*],))
}

pub(super) fn run(function: &Function, inline: Option<Span>) -> TokenStream {
    let runtime = &function.runtime;
    let how = match (function.is_async(), inline) {
        (true, _) => generated!(Async),
        (false, Some(_)) => generated!(Inline),
        (false, None) => generated!(Blocking),
    };
    generated!(#runtime::tool::Run::#how)
}

/// A field with a time.
fn time(field: &str, given: Option<(Duration, Span)>) -> Option<TokenStream> {
    let (time, _) = given?;
    let field = Ident::new(field, Span::mixed_site());
    // what was written is less than `u64::MAX` milliseconds
    let milliseconds = time.as_millis() as u64;
    Some(generated! {
        #field: ::core::option::Option::Some(::core::time::Duration::from_millis(#milliseconds)),
    })
}

/// The type of what a call gives, as it can stand in a closure.
pub(super) fn returned(function: &Function) -> TokenStream {
    match function.returned() {
        None => generated!(()),
        Some(ty) => types::inferred(ty, &function.sig.generics),
    }
}

/// Where the output schema comes from; nothing for a function that returns nothing.
fn output(tool: &Tool) -> Option<TokenStream> {
    let ty = tool.function.returned()?;
    let runtime = &tool.function.runtime;
    let given = tool.schemas.output.as_ref();
    let text = match given {
        Some((text, _)) => Some(generated!(output_schema: #runtime::schema::Text::Given(#text),)),
        None => output_schema(ty).map(|schema| {
            let text = arguments::readable(&schema.text());
            let names = arguments::proofs(&tool.function, &schema.names);
            generated!(output_schema: #runtime::schema::Text::checked(#text, &[#(#names),*]),)
        }),
    };
    let returned = returned(&tool.function);
    let place = blamed(&tool.function).0;
    let probe = types::shown_at(place, generated!(#runtime::__private::Probe));
    let schema = match given {
        Some(_) => generated!(::NEW.ok().given()),
        None => generated!(::NEW.ok().schema()),
    };
    let schema = types::shown_at(place, schema);
    Some(generated! {
        #text
        output: || #probe::<#returned>#schema,
    })
}

/// The word by which the return type is known.
pub(super) fn place(function: &Function) -> Span {
    match &function.sig.output {
        ReturnType::Default => Span::mixed_site(),
        ReturnType::Type(_, ty) => schema::head(ty),
    }
}

/// The words of the return type that a message about its value and about its error should show.
///
/// On a stable compiler a span cannot be made of several, so each is the name of a type alone.
pub(super) fn blamed(function: &Function) -> (Span, Span) {
    let Some(ty) = function.returned() else {
        return (Span::mixed_site(), Span::mixed_site());
    };
    let mut arguments = result(ty).into_iter().flat_map(|list| &list.args);
    match (arguments.next(), arguments.next()) {
        (Some(GenericArgument::Type(ok)), Some(GenericArgument::Type(err))) => {
            (schema::head(ok), schema::head(err))
        }
        (Some(GenericArgument::Type(ok)), _) => (schema::head(ok), schema::head(ty)),
        _ => (schema::head(ty), schema::head(ty)),
    }
}

/// The schema of a standard type that is sent as a value; text is sent as content, without one.
fn output_schema(ty: &Type) -> Option<Schema> {
    let value = ok_type(ty).unwrap_or(ty);
    let mut schema = schema::of(value, Place::Inside)?;
    if schema.is_plain_string() {
        return None;
    }
    if ok_type(ty).is_some() {
        schema.names.push((ty.clone(), "Result"));
    }
    Some(schema)
}

/// `T` of `Result<T, E>`, by spelling. An alias with one argument may mean either of the two.
fn ok_type(ty: &Type) -> Option<&Type> {
    let mut arguments = result(ty)?.args.iter();
    match (arguments.next()?, arguments.next()?) {
        (GenericArgument::Type(ok), GenericArgument::Type(_)) => Some(ok),
        _ => None,
    }
}

/// What stands between the brackets of `Result<…>`, by spelling.
fn result(ty: &Type) -> Option<&AngleBracketedGenericArguments> {
    let Type::Path(path) = schema::bare(ty) else {
        return None;
    };
    let last = path.path.segments.last()?;
    match &last.arguments {
        PathArguments::AngleBracketed(list) if last.ident == "Result" => Some(list),
        _ => None,
    }
}

/// Whether two types are spelt alike.
pub(super) fn same(left: &impl ToTokens, right: &impl ToTokens) -> bool {
    left.to_token_stream().to_string() == right.to_token_stream().to_string()
}
