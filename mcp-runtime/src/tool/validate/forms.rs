//! A value that may have several forms and has none of them: which one was meant.

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{JsonType, ValidationError};

/// The faults of a value in each of its forms.
pub(super) type Branches = [Vec<ValidationError<'static>>];

/// What can be said of a value that has none of several forms.
pub(super) enum Meant<'e> {
    /// One form was meant, and these are its faults.
    One(&'e [ValidationError<'static>]),
    /// Another kind of value was meant, one of these.
    Kinds(Vec<JsonType>),
    Unclear,
}

/// The form that was meant by the value at `here`.
pub(super) fn meant<'e>(branches: &'e Branches, here: &str) -> Meant<'e> {
    let kinds: Option<Vec<Vec<JsonType>>> = branches
        .iter()
        .map(|faults| faults.iter().find_map(|fault| kinds_at(fault, here)))
        .collect();
    if let Some(kinds) = kinds {
        let mut distinct = Vec::new();
        for kind in kinds.into_iter().flatten() {
            if !distinct.contains(&kind) {
                distinct.push(kind);
            }
        }
        return Meant::Kinds(distinct);
    }
    let near: Vec<&'e Vec<_>> = branches
        .iter()
        .filter(|faults| !faults.iter().any(|fault| is_another_form(fault, here)))
        .collect();
    let nearer: Vec<&'e Vec<_>> = near
        .iter()
        .copied()
        .filter(|faults| {
            !faults
                .iter()
                .any(|fault| fault.instance_path().as_str() == here)
        })
        .collect();
    match (near.as_slice(), nearer.as_slice()) {
        ([one], _) | (_, [one]) => Meant::One(one),
        _ => Meant::Unclear,
    }
}

fn kinds_at(fault: &ValidationError<'_>, here: &str) -> Option<Vec<JsonType>> {
    match fault.kind() {
        ValidationErrorKind::Type { kind } if fault.instance_path().as_str() == here => {
            Some(kinds(kind))
        }
        _ => None,
    }
}

/// Another kind of value, or one whose tag is that of another form.
fn is_another_form(fault: &ValidationError<'_>, here: &str) -> bool {
    let is_tag = || {
        let inside = fault.instance_path().as_str().strip_prefix(here);
        inside
            .and_then(|inside| inside.strip_prefix('/'))
            .is_some_and(|name| !name.contains('/'))
    };
    match fault.kind() {
        ValidationErrorKind::Enum { .. } | ValidationErrorKind::Constant { .. } => is_tag(),
        _ => kinds_at(fault, here).is_some(),
    }
}

pub(super) fn kinds(kind: &TypeKind) -> Vec<JsonType> {
    match kind {
        TypeKind::Single(kind) => vec![*kind],
        TypeKind::Multiple(kinds) => kinds.into_iter().collect(),
    }
}
