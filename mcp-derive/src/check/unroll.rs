//! Rules about arguments whose fields stand in their place.

use crate::errors::Errors;
use crate::model::{Argument, DefaultValue, Function, Outside};
use proc_macro2::Span;
use syn::spanned::Spanned;

/// Defaults and bounds belong to one value; the fields have their own.
pub(super) fn alone(errors: &mut Errors, function: &Function) {
    for (_, argument) in function.arguments() {
        if argument.unroll.is_none() {
            continue;
        }
        for (key, at) in outside(argument) {
            errors.at(
                at,
                format!("`{key}` does not go with `unroll`; leave it out, or take the value whole"),
            );
        }
        for (key, at, instead) in beside(argument) {
            errors.at(
                at,
                format!("`{key}` does not go with `unroll`; each field has its own: {instead}"),
            );
        }
    }
}

/// Flags, headers and options are for one value, and a field has no key for them.
fn outside(argument: &Argument) -> Vec<(&'static str, Span)> {
    let Outside {
        flag,
        header,
        short,
        long,
    } = &argument.outside;
    let flag = flag.as_ref().map(|flag| ("flag", flag.at));
    let header = header.as_ref().map(|header| ("header", header.at));
    let short = short.as_ref().map(|short| ("short", short.at));
    let long = long.as_ref().map(|long| ("long", long.span));
    [flag, header, short, long].into_iter().flatten().collect()
}

/// What is given beside `unroll`, and what says the same on a field.
fn beside(argument: &Argument) -> Vec<(&'static str, Span, &'static str)> {
    let mut found = Vec::new();
    if let Some(default) = &argument.default {
        let at = match default {
            DefaultValue::OfTheType(at) => *at,
            DefaultValue::Literal { expr, .. } | DefaultValue::Applied(expr) => expr.span(),
        };
        found.push(("default", at, "`#[serde(default)]`"));
    }
    if let Some(at) = argument.examples_at {
        found.push(("example", at, "`#[schemars(example = …)]`"));
    }
    let bounds = &argument.constraints;
    let range = "`#[schemars(range(min = …, max = …))]`";
    let length = "`#[schemars(length(min = …, max = …))]`";
    found.extend(bounds.min.as_ref().map(|bound| ("min", bound.at, range)));
    found.extend(bounds.max.as_ref().map(|bound| ("max", bound.at, range)));
    found.extend(
        bounds
            .min_length
            .as_ref()
            .map(|bound| ("min_length", bound.at, length)),
    );
    found.extend(
        bounds
            .max_length
            .as_ref()
            .map(|bound| ("max_length", bound.at, length)),
    );
    let pattern = "`#[schemars(regex(pattern = …))]`";
    found.extend(
        bounds
            .pattern
            .as_ref()
            .map(|bound| ("pattern", bound.at, pattern)),
    );
    found
}
