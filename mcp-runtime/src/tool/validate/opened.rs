//! Values that came as text, for tools that take them so: the schema is for what is behind the text.
//!
//! Whether the decoder takes the text as well is its own to say.

use super::forms::kinds;
use crate::json;
use jsonschema::error::ValidationErrorKind as Kind;
use jsonschema::{JsonType, ValidationError, Validator};
use serde_json::Value;

/// How often text is looked for behind text.
const ROUNDS: usize = 16;

/// Puts into `value` what is behind each text that is not accepted as text; whether there was any.
pub(super) fn open(validator: &Validator, value: &mut Value) -> bool {
    let mut is_changed = false;
    for _ in 0..ROUNDS {
        let mut found = Vec::new();
        for fault in validator.iter_errors(value) {
            look(&fault, &mut found);
        }
        if found.is_empty() {
            break;
        }
        is_changed = true;
        for (pointer, behind) in found {
            if let Some(place @ Value::String(_)) = value.pointer_mut(&pointer) {
                *place = behind;
            }
        }
    }
    is_changed
}

fn look(fault: &ValidationError<'_>, found: &mut Vec<(String, Value)>) {
    match (fault.kind(), fault.instance().as_ref()) {
        (Kind::Type { kind }, Value::String(text)) => {
            let Ok(behind) = json::from_str(text) else {
                return;
            };
            if kinds(kind).iter().any(|kind| is_of(*kind, &behind)) {
                found.push((fault.instance_path().as_str().to_owned(), behind));
            }
        }
        (Kind::AnyOf { context } | Kind::OneOfNotValid { context }, _) => {
            for fault in context.iter().flatten() {
                look(fault, found);
            }
        }
        _ => {}
    }
}

fn is_of(kind: JsonType, value: &Value) -> bool {
    match kind {
        JsonType::Array => value.is_array(),
        JsonType::Boolean => value.is_boolean(),
        JsonType::Integer | JsonType::Number => value.is_number(),
        JsonType::Object => value.is_object(),
        JsonType::Null | JsonType::String => false,
    }
}
