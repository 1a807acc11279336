//! One parameter: who provides its value, under which key, and what its attributes say.
//!
//! Goes by syntax alone: what is borrowed belongs to the server, what is owned comes from the
//! client; `&str` and `&[T]` are lent from the client's message.

use super::function::{description, name};
use super::item::{self, is_our_path};
use super::{constraints, outside};
use crate::attr::{self, Value};
use crate::docs::{self, Docs};
use crate::errors::Errors;
use crate::model::{Argument, Constraints, DefaultValue, Key, Kind, Outside, Param, Passing, Role};
use crate::{names, schema};
use proc_macro2::{Ident, Span, TokenStream};
use syn::{Attribute, Meta, Pat, PatIdent, PatType, Path, Receiver, Type, TypeReference};

/// The keys of `#[arg(..)]`.
const KEYS: &[&str] = &[
    "name",
    "description",
    "default",
    "flag",
    "unroll",
    "example",
    "min",
    "max",
    "min_length",
    "max_length",
    "pattern",
    "header",
    "short",
    "long",
];

/// Those for arguments of prompts and resources, which arrive as text.
const KEYS_OF_TEXT: &[&str] = &["name", "description", "default", "complete"];

/// What `#[arg(..)]` gave.
#[derive(Default)]
struct Given {
    name: Option<Key>,
    description: Option<Docs>,
    default: Option<DefaultValue>,
    unroll: Option<Span>,
    constraints: Constraints,
    examples: Vec<String>,
    examples_at: Option<Span>,
    outside: Outside,
    complete: Option<Path>,
}

/// Reads a parameter; `position` counts the arguments before it.
pub(super) fn param(
    errors: &mut Errors,
    kind: Kind,
    input: &PatType,
    position: &mut usize,
) -> Param {
    let role = match state(&input.ty) {
        Some((ty, optional)) => {
            no_arg_on_a_state(errors, &input.attrs);
            Role::State {
                ty: Box::new(ty.clone()),
                optional,
                label: names::label(&input.pat),
            }
        }
        None => {
            *position += 1;
            let given = given(errors, kind, &input.attrs);
            let docs = given.description;
            Role::Argument(Box::new(Argument {
                is_named: given.name.is_some(),
                unroll: given.unroll,
                key: given
                    .name
                    .or_else(|| outside::key(&given.outside))
                    .unwrap_or_else(|| names::key(&input.pat, *position)),
                description: docs.unwrap_or_else(|| Docs::of(errors, &input.attrs)),
                default: given.default,
                constraints: given.constraints,
                examples: given.examples,
                examples_at: given.examples_at,
                outside: given.outside,
                passing: passing(&input.ty),
                complete: given.complete,
            }))
        }
    };
    Param {
        pat: (*input.pat).clone(),
        ty: (*input.ty).clone(),
        cfgs: input
            .attrs
            .iter()
            .filter(|attr| attr.path().is_ident("cfg"))
            .cloned()
            .collect(),
        role,
    }
}

/// `&self`: the state that is the value of the block's type.
///
/// All methods name the type at one place, so that the compiler complains of it once.
pub(super) fn receiver(receiver: &Receiver, place: Span) -> Param {
    let this = Ident::new("Self", place);
    let ty: Type = syn::parse_quote!(#this);
    Param {
        pat: Pat::Ident(PatIdent {
            attrs: Vec::new(),
            by_ref: None,
            mutability: None,
            ident: receiver.self_token.into(),
            subpat: None,
        }),
        ty: syn::parse_quote!(&#ty),
        cfgs: Vec::new(),
        role: Role::State {
            ty: Box::new(ty),
            optional: false,
            label: "self".to_owned(),
        },
    }
}

/// The type behind the `&` of an injected parameter, and whether the server may lack it.
fn state(ty: &Type) -> Option<(&Type, bool)> {
    let lent = |ty| match schema::bare(ty) {
        Type::Reference(TypeReference { elem, .. }) if !is_text_or_list(elem) => Some(&**elem),
        _ => None,
    };
    match schema::inside_option(ty) {
        Some(inner) => lent(inner).map(|ty| (ty, true)),
        None => lent(ty).map(|ty| (ty, false)),
    }
}

fn is_text_or_list(ty: &Type) -> bool {
    schema::is_str(ty) || matches!(schema::bare(ty), Type::Slice(_))
}

fn passing(ty: &Type) -> Passing {
    let behind_reference = |ty| match schema::bare(ty) {
        Type::Reference(reference) => Some(schema::bare(&reference.elem)),
        _ => None,
    };
    if let Some(inner) = behind_reference(ty) {
        return match inner {
            Type::Slice(slice) => Passing::Slice((*slice.elem).clone()),
            _ => Passing::Str,
        };
    }
    match schema::inside_option(ty).and_then(behind_reference) {
        Some(Type::Slice(slice)) => Passing::OptionalSlice((*slice.elem).clone()),
        Some(_) => Passing::OptionalStr,
        None => Passing::Owned,
    }
}

fn given(errors: &mut Errors, kind: Kind, attrs: &[Attribute]) -> Given {
    let (attribute, keys) = match kind {
        Kind::Tool => ("`#[arg]`", KEYS),
        Kind::Prompt => ("`#[arg]` of a prompt", KEYS_OF_TEXT),
        Kind::Resource => ("`#[arg]` of a resource", KEYS_OF_TEXT),
    };
    let mut given = Given::default();
    let mut seen = Vec::new();
    for attr in attrs {
        if attr.path().is_ident("cfg_attr") {
            not_under_a_condition(errors, attr);
        } else if let Some(tokens) = inside(errors, attr) {
            for entry in attr::entries(errors, attribute, keys, &mut seen, tokens) {
                match names::plain(&entry.key).as_str() {
                    "name" => given.name = name(errors, &entry),
                    "description" => given.description = description(errors, &entry),
                    "unroll" => given.unroll = entry.alone(errors),
                    "default" => given.default = default(errors, &entry),
                    "complete" => given.complete = entry.path(errors),
                    "example" => {
                        given.examples_at.get_or_insert(entry.key.span());
                        given.examples.extend(entry.json(errors));
                    }
                    key if constraints::KEYS.contains(&key) => {
                        constraints::constraint(errors, &entry, &mut given.constraints);
                    }
                    key if outside::KEYS.contains(&key) => {
                        outside::outside(errors, &entry, &mut given.outside);
                    }
                    _ => {}
                }
            }
        }
    }
    given
}

/// What stands in the parentheses of `#[arg(..)]`; a misspelt one is recorded.
fn inside(errors: &mut Errors, attr: &Attribute) -> Option<TokenStream> {
    let path = attr.path();
    if !is_our_path(path) {
        return None;
    }
    let name = path.get_ident().map(names::plain)?;
    match &attr.meta {
        _ if let Some(kind) = item::ours(path) => {
            let attribute = kind.attribute();
            errors.spanned(
                path,
                format!("{attribute} goes on the function; a parameter takes `#[arg(..)]`"),
            );
            None
        }
        _ if name != "arg" => {
            errors.spanned(
                path,
                format!("unknown attribute `{name}`; did you mean `arg`?"),
            );
            None
        }
        Meta::List(list) if !list.tokens.is_empty() => Some(list.tokens.clone()),
        meta => {
            errors.spanned(
                meta,
                "`#[arg]` says nothing; write `#[arg(key = value)]` or leave it out",
            );
            None
        }
    }
}

fn default(errors: &mut Errors, entry: &attr::Entry) -> Option<DefaultValue> {
    match &entry.value {
        Value::Nothing => Some(DefaultValue::OfTheType(entry.key.span())),
        Value::Given(value) => Some(match attr::literal(value) {
            Some((lit, json)) => DefaultValue::Literal {
                expr: (**value).clone(),
                json,
                lit,
            },
            None => DefaultValue::Applied((**value).clone()),
        }),
        Value::List(_) => {
            errors.at(
                entry.key.span(),
                "`default` takes a value; write `default = value`, or `default` alone",
            );
            None
        }
    }
}

/// The key of an argument must be known when the macro runs, and `cfg_attr` is decided later.
fn not_under_a_condition(errors: &mut Errors, attr: &Attribute) {
    let Some((_, metas)) = docs::conditional(attr) else {
        return;
    };
    for meta in metas.iter().filter(|meta| is_our_path(meta.path())) {
        errors.spanned(
            meta.path(),
            "`#[arg(..)]` cannot stand in `cfg_attr`; write the parameter twice, each under its `#[cfg(..)]`",
        );
    }
}

/// The client never sees what the server lends, so there is nothing to say about it.
fn no_arg_on_a_state(errors: &mut Errors, attrs: &[Attribute]) {
    for attr in attrs.iter().filter(|attr| is_our_path(attr.path())) {
        if inside(errors, attr).is_some() {
            errors.spanned(
                attr.path(),
                "`#[arg(..)]` is for what the client sends, and a borrowed parameter is lent by the server; \
                 leave the attribute out, or take the value itself",
            );
        }
    }
}
