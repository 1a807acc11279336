//! Rules about arguments whose fields stand in their place.

use crate::errors::Errors;
use crate::model::{Argument, DefaultValue, Function};
use proc_macro2::Span;
use syn::spanned::Spanned;

/// Defaults and bounds belong to one value; the fields have their own.
pub(super) fn alone(errors: &mut Errors, function: &Function) {
    for (_, argument) in function.arguments() {
        if argument.unroll.is_none() {
            continue;
        }
        for (key, at, instead) in beside(argument) {
            errors.at(
                at,
                format!("`{key}` does not go with `unroll`; each field has its own: {instead}"),
            );
        }
    }
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
