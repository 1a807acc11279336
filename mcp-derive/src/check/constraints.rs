//! Rules about the bounds of an argument, as far as literals tell.
//!
//! Whether a type can have a bound is not known here: it may be an alias.

use crate::errors::Errors;
use crate::model::{Constraints, DefaultValue, Function};
use syn::Lit;

/// Bounds that exclude each other admit nothing.
pub(super) fn leave_something(errors: &mut Errors, function: &Function) {
    for (_, argument) in function.arguments() {
        let bounds = &argument.constraints;
        if let (Some(min), Some(max)) = (&bounds.min, &bounds.max)
            && min.value.size > max.value.size
        {
            errors.at(
                max.at,
                "`max` is less than `min`, so no number fits; change one of them",
            );
        }
        if let (Some(min), Some(max)) = (&bounds.min_length, &bounds.max_length)
            && min.value > max.value
        {
            errors.at(
                max.at,
                "`max_length` is less than `min_length`, so nothing fits; change one of them",
            );
        }
    }
}

/// A client that sends the published default back must not be refused.
pub(super) fn admit_the_default(errors: &mut Errors, function: &Function) {
    for (_, argument) in function.arguments() {
        if let Some(DefaultValue::Literal { expr, json, lit }) = &argument.default
            && !admits(&argument.constraints, lit, json)
        {
            errors.spanned(
                expr,
                "the default is outside the bounds of its argument; change one of them",
            );
        }
    }
}

fn admits(bounds: &Constraints, lit: &Lit, json: &str) -> bool {
    match lit {
        Lit::Int(_) | Lit::Float(_) => {
            let Ok(value) = json.parse::<f64>() else {
                return true;
            };
            bounds
                .min
                .as_ref()
                .is_none_or(|min| min.value.size <= value)
                && bounds
                    .max
                    .as_ref()
                    .is_none_or(|max| value <= max.value.size)
        }
        Lit::Str(text) => {
            let length = text.value().chars().count() as u64;
            bounds
                .min_length
                .as_ref()
                .is_none_or(|min| min.value <= length)
                && bounds
                    .max_length
                    .as_ref()
                    .is_none_or(|max| length <= max.value)
        }
        _ => true,
    }
}
