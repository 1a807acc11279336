//! The arguments of a tool as constants: keys, descriptions, defaults, schemas.

use super::{descriptor, render, types};
use crate::check::described;
use crate::model::{Argument, Bound, Function, Number, Param, Passing, Tool};
use crate::names;
use crate::schema::{self, Place, Schema};
use proc_macro2::{Ident, Span, TokenStream};
use syn::Type;

/// `parameters: &[…],`
///
/// `more` is an argument that is no parameter of the function.
pub(super) fn parameters(function: &Function, more: Option<TokenStream>) -> Option<TokenStream> {
    let list: Vec<_> = function
        .arguments()
        .map(|(param, argument)| parameter(function, param, argument))
        .chain(more)
        .collect();
    let some = !list.is_empty();
    some.then(|| generated!(parameters: &[#(#list),*],))
}

fn parameter(function: &Function, param: &Param, argument: &Argument) -> TokenStream {
    if argument.unroll.is_some() {
        return unrolled(function, param, argument);
    }
    let runtime = &function.runtime;
    let cfgs = &param.cfgs;
    let key = &argument.key.text;
    let description = argument.description.expression();
    let default = match argument.published_default() {
        Some(json) => generated!(::core::option::Option::Some(#json)),
        None => generated!(::core::option::Option::None),
    };
    let ty = schema_type(function, param, argument);
    let examples = match argument.examples.as_slice() {
        [] => None,
        examples => Some(generated!(examples: &[#(#examples),*],)),
    };
    let kind = kind_type(function, param, argument);
    let constraints = constraints(function, argument, &kind);
    let header = header(function, argument, &kind);
    let required = match argument.passing {
        _ if argument.has_default() => generated!(false),
        Passing::Owned => generated!(!#runtime::__private::Is::<#ty>::OPTIONAL),
        Passing::Str | Passing::Slice(_) => generated!(true),
        Passing::OptionalStr | Passing::OptionalSlice(_) => generated!(false),
    };
    generated! {
        #(#cfgs)*
        #runtime::tool::Parameter {
            key: #key,
            description: #description,
            required: #required,
            default: #default,
            #examples
            #constraints
            #header
            schema: #runtime::__private::schema_of_argument::<#ty>(),
            ..#runtime::tool::Parameter::EMPTY
        }
    }
}

/// The fields of an argument, whose keys only its type knows: constants compare them with the others.
fn unrolled(function: &Function, param: &Param, argument: &Argument) -> TokenStream {
    let runtime = &function.runtime;
    let cfgs = &param.cfgs;
    let ty = schema_type(function, param, argument);
    let mut is_earlier = true;
    let others: Vec<_> = function
        .arguments()
        .filter_map(|(other_param, other)| {
            let is_itself = std::ptr::eq(other, argument);
            is_earlier &= !is_itself;
            // of two that are unrolled, the later complains
            let counts = !is_itself && (is_earlier || other.unroll.is_none());
            let cfgs = &other_param.cfgs;
            let described = described(other_param);
            let key = &other.key.text;
            counts.then(|| match other.unroll {
                None => generated!(#(#cfgs)* #runtime::__private::Other::Key(#key, #described)),
                Some(_) => {
                    let ty = schema_type(function, other_param, other);
                    let name = name(other);
                    generated! {
                        #(#cfgs)*
                        #runtime::__private::Other::Unrolled(
                            <#ty as #runtime::Record>::SHAPE, #name, #described
                        )
                    }
                }
            })
        })
        .collect();
    let description = argument.description.expression();
    let label = names::label(&param.pat);
    let described = described(param);
    let name = name(argument);
    // a key that two have is shown at the type that brings it
    let parameter = types::called_at(
        schema::head(&param.ty),
        &generated!(#runtime::__private::unrolled),
        &ty,
        &generated!(#name, #label, #described, &[#(#others),*]),
    );
    generated! {
        #(#cfgs)*
        #runtime::tool::Parameter {
            description: #description,
            ..#parameter
        }
    }
}

/// The key that was given, as a constant.
fn name(argument: &Argument) -> TokenStream {
    match argument.is_named {
        true => {
            let key = &argument.key.text;
            generated!(::core::option::Option::Some(#key))
        }
        false => generated!(::core::option::Option::None),
    }
}

/// `header: …,` when there is one; whether the type can have one is proven at its key.
fn header(function: &Function, argument: &Argument, ty: &TokenStream) -> Option<TokenStream> {
    let runtime = &function.runtime;
    let Bound { value, at } = argument.outside.header.as_ref()?;
    let proof = types::shown_at(
        *at,
        generated!(#runtime::__private::header(#runtime::__private::Is::<#ty>::KIND, #value)),
    );
    Some(generated!(header: #proof,))
}

/// `constraints: …,` when there are any; whether the type can have one is proven at its key.
fn constraints(function: &Function, argument: &Argument, ty: &TokenStream) -> Option<TokenStream> {
    let runtime = &function.runtime;
    let bounds = &argument.constraints;
    let bound = |key: &str, proof: &str, at: Span, value: TokenStream| {
        let key = Ident::new(key, Span::mixed_site());
        let proof = Ident::new(proof, Span::mixed_site());
        let proof = types::shown_at(
            at,
            generated!(#runtime::__private::#proof(#runtime::__private::Is::<#ty>::KIND, #value)),
        );
        generated!(#key: #proof,)
    };
    let number = |key, found: &Option<Bound<Number>>| {
        found.as_ref().map(|found| {
            let json = &found.value.json;
            bound(key, "bound", found.at, generated!(#json))
        })
    };
    let length = |key, found: &Option<Bound<u64>>| {
        found.as_ref().map(|found| {
            let count = found.value;
            bound(key, "length_bound", found.at, generated!(#count))
        })
    };
    let pattern = bounds.pattern.as_ref().map(|found| {
        let pattern = &found.value;
        bound("pattern", "pattern", found.at, generated!(#pattern))
    });
    let given: Vec<_> = [
        number("min", &bounds.min),
        number("max", &bounds.max),
        length("min_length", &bounds.min_length),
        length("max_length", &bounds.max_length),
        pattern,
    ]
    .into_iter()
    .flatten()
    .collect();
    let some = !given.is_empty();
    some.then(|| {
        generated! {
            constraints: #runtime::schema::Constraints {
                #(#given)*
                ..#runtime::schema::Constraints::NONE
            },
        }
    })
}

/// The type whose values are bounded: what stands inside an `Option`.
fn kind_type(function: &Function, param: &Param, argument: &Argument) -> TokenStream {
    match (&argument.passing, schema::inside_option(&param.ty)) {
        (Passing::Owned, Some(inner)) => types::inferred(inner, &function.sig.generics),
        (Passing::OptionalStr, _) => generated!(::std::string::String),
        (Passing::OptionalSlice(elem), _) => {
            let elem = types::inferred(elem, &function.sig.generics);
            generated!(::std::vec::Vec<#elem>)
        }
        _ => schema_type(function, param, argument),
    }
}

/// The type whose schema is published: what is lent has that of what it is lent from.
fn schema_type(function: &Function, param: &Param, argument: &Argument) -> TokenStream {
    match &argument.passing {
        // a flag is a `bool`, whatever its name; the adapter proves it
        _ if argument.outside.flag.is_some() => generated!(::core::primitive::bool),
        Passing::Owned => types::inferred(&param.ty, &function.sig.generics),
        Passing::Str => generated!(::std::string::String),
        Passing::OptionalStr => generated!(::core::option::Option<::std::string::String>),
        Passing::Slice(elem) => {
            let elem = types::inferred(elem, &function.sig.generics);
            generated!(::std::vec::Vec<#elem>)
        }
        Passing::OptionalSlice(elem) => {
            let elem = types::inferred(elem, &function.sig.generics);
            generated!(::core::option::Option<::std::vec::Vec<#elem>>)
        }
    }
}

/// `input_schema: …,` when all of it is known by spelling; else the runtime joins it from the
/// parameters.
pub(super) fn input_schema(tool: &Tool) -> Option<TokenStream> {
    let runtime = &tool.function.runtime;
    if let Some(text) = &tool.schemas.input {
        return Some(generated!(input_schema: #runtime::schema::Text::Given(#text),));
    }
    let mut properties = Vec::new();
    let mut required = Vec::new();
    let mut named = Vec::new();
    for (param, argument) in tool.function.arguments() {
        if !param.cfgs.is_empty() || argument.unroll.is_some() {
            return None;
        }
        let schema = match argument.outside.flag {
            Some(_) => Schema::of_flag(),
            None => schema::of(&param.ty, Place::Argument)?,
        };
        let schema = schema.within(&argument.constraints)?;
        let description = argument.description.literal()?;
        let header = argument.outside.header.as_ref();
        let property = schema.property(
            &description,
            &argument.examples,
            argument.published_default(),
            header.map(|header| header.value.as_str()),
        );
        let key = schema::json_string(&argument.key.text);
        properties.push(format!("{key}:{property}"));
        if !argument.has_default() && !schema.optional {
            required.push(key);
        }
        named.extend(schema.names);
    }
    properties.extend(render::property(tool));
    let required = if required.is_empty() {
        String::new()
    } else {
        format!(",\"required\":[{}]", required.join(","))
    };
    let closed = match tool.ignores_extra {
        true => "",
        false => ",\"additionalProperties\":false",
    };
    let text = format!(
        "{{\"type\":\"object\",\"properties\":{{{}}}{required}{closed}}}",
        properties.join(",")
    );
    let text = readable(&text);
    let names = proofs(&tool.function, &named);
    Some(generated!(input_schema: #runtime::schema::Text::checked(#text, &[#(#names),*]),))
}

/// JSON as a raw string, because people read it in the expansion.
pub(super) fn readable(json: &str) -> TokenStream {
    let mut fence = String::from("#");
    while json.contains(&format!("\"{fence}")) {
        fence.push('#');
    }
    let source = format!("r{fence}\"{json}\"{fence}");
    match source.parse::<proc_macro2::Literal>() {
        Ok(mut literal) => {
            literal.set_span(proc_macro2::Span::mixed_site());
            generated!(#literal)
        }
        Err(_) => generated!(#json),
    }
}

/// Each named type once, with the name it must prove to have.
pub(super) fn proofs(function: &Function, named: &[(Type, &'static str)]) -> Vec<TokenStream> {
    let runtime = &function.runtime;
    let mut seen: Vec<&Type> = Vec::new();
    let mut names = Vec::new();
    for (ty, name) in named {
        if seen.iter().any(|earlier| descriptor::same(earlier, &ty)) {
            continue;
        }
        seen.push(ty);
        let ty = types::inferred(ty, &function.sig.generics);
        names.push(generated!((#runtime::__private::Is::<#ty>::NAME, #name)));
    }
    names
}
