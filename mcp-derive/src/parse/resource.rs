//! `#[mcp::resource("…", ..)]` on a function: the URI, then keys.
//!
//! Does not know whether the variables of the URI and the arguments fit: that is `check`.

use super::function::{Shared, Surroundings};
use super::{shown, uri};
use crate::attr::{self, Entry, Value};
use crate::errors::Errors;
use crate::model::{Audience, Kind, Resource, Uri};
use crate::names;
use proc_macro2::{Span, TokenStream, TokenTree};
use syn::{Expr, ExprLit, Lit, LitStr};

/// The keys of `#[mcp::resource(..)]`.
const KEYS: &[&str] = &[
    "name",
    "title",
    "description",
    "mime",
    "size",
    "annotations",
    "icon",
    "meta",
    "unlisted",
    "crate",
];

/// What was given in the attribute itself.
struct Given {
    shared: Shared,
    uri: Option<Uri>,
    mime_type: Option<String>,
    size: Option<(u64, Span)>,
    audience: Vec<Audience>,
    priority: Option<f64>,
}

/// Reads the attribute and the function under it, as for a tool.
pub(super) fn resource(
    errors: &mut Errors,
    around: Surroundings<'_>,
    attribute: TokenStream,
    item: &TokenStream,
) -> (TokenStream, Option<Resource>) {
    let given = given(errors, around, attribute);
    let runtime = given.shared.runtime.clone();
    let function = given.shared.function(errors, Kind::Resource, item);
    let resource = function.map(|function| Resource {
        function,
        uri: given.uri,
        mime_type: given.mime_type,
        size: given.size,
        audience: given.audience,
        priority: given.priority,
    });
    (runtime, resource)
}

fn given(errors: &mut Errors, around: Surroundings<'_>, attribute: TokenStream) -> Given {
    let (uri, keys) = first(errors, attribute);
    let mut given = Given {
        shared: Shared::new(around),
        uri,
        mime_type: None,
        size: None,
        audience: Vec::new(),
        priority: None,
    };
    let name = Kind::Resource.attribute();
    for entry in attr::entries(errors, &name, KEYS, &mut Vec::new(), keys) {
        if given.shared.read(errors, &entry) {
            continue;
        }
        match names::plain(&entry.key).as_str() {
            "mime" => given.mime_type = shown::mime(errors, &entry),
            "size" => given.size = entry.count(errors).map(|size| (size, entry.key.span())),
            _ => annotations(errors, &entry, &mut given),
        }
    }
    given
}

/// The URI that stands before all keys, and the keys.
fn first(errors: &mut Errors, attribute: TokenStream) -> (Option<Uri>, TokenStream) {
    let mut tokens = attribute.clone().into_iter();
    let literal = tokens.next().map(|token| {
        let place = token.span();
        (place, syn::parse2::<LitStr>(token.into()))
    });
    match literal {
        Some((_, Ok(text))) => {
            let uri = uri::uri(errors, &text);
            match tokens.next() {
                Some(TokenTree::Punct(comma)) if comma.as_char() == ',' => {}
                Some(other) => {
                    errors.at(other.span(), "expected `,` after the URI");
                    return (uri, TokenStream::new());
                }
                None => {}
            }
            (uri, tokens.collect())
        }
        other => {
            let place = other.map_or_else(Span::call_site, |(place, _)| place);
            errors.at(
                place,
                "a resource is found by its URI; write it first, as a string literal: \
                 `#[mcp::resource(\"config://app\")]`",
            );
            // what looks like keys is read, so that their faults are found in the same build
            let mut tokens = attribute.clone().into_iter();
            let begins_with_a_key = match tokens.next() {
                Some(TokenTree::Ident(first)) => {
                    names::nearest(&names::plain(&first), KEYS).is_some()
                }
                _ => false,
            };
            if begins_with_a_key {
                return (None, attribute);
            }
            let comma =
                |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ',');
            (
                None,
                tokens.skip_while(|token| !comma(token)).skip(1).collect(),
            )
        }
    }
}

/// `annotations(audience = "user", priority = 0.8)`.
fn annotations(errors: &mut Errors, entry: &Entry, given: &mut Given) {
    let keys = match &entry.value {
        Value::List(tokens) if !tokens.is_empty() => tokens.clone(),
        _ => {
            entry.wrong(
                errors,
                "hints for the client; write `annotations(audience = \"user\", priority = 0.8)`",
            );
            return;
        }
    };
    let valid = ["audience", "priority"];
    for entry in attr::entries(errors, "`annotations(..)`", &valid, &mut Vec::new(), keys) {
        match names::plain(&entry.key).as_str() {
            "audience" => given.audience = audience(errors, &entry),
            _ => given.priority = priority(errors, &entry),
        }
    }
}

/// `audience = "user"`, or a list of both.
fn audience(errors: &mut Errors, entry: &Entry) -> Vec<Audience> {
    let one = |expr: &Expr| match attr::bare(expr) {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => match text.value().as_str() {
            "user" => Some(Audience::User),
            "assistant" => Some(Audience::Assistant),
            _ => None,
        },
        _ => None,
    };
    let found = match &entry.value {
        Value::Given(value) => match attr::bare(value) {
            Expr::Array(list) => list.elems.iter().map(one).collect(),
            one_alone => one(one_alone).map(|audience| vec![audience]),
        },
        Value::List(_) | Value::Nothing => None,
    };
    let found: Vec<Audience> = found.unwrap_or_default();
    let both = found.contains(&Audience::User) && found.contains(&Audience::Assistant);
    if found.is_empty() || found.len() > 1 + usize::from(both) {
        entry.wrong(errors, "`\"user\"`, `\"assistant\"`, or both in brackets");
    }
    found
}

/// `priority = 0.8`.
fn priority(errors: &mut Errors, entry: &Entry) -> Option<f64> {
    let number = entry.number(errors)?;
    if !(0.0..=1.0).contains(&number.size) {
        entry.wrong(
            errors,
            "a number from 0, the least important, to 1, the most important",
        );
    }
    Some(number.size)
}
