//! Maps: one schema for all their values.

use serde_json::Value;

use super::shape::is_boolean;
use crate::schema::walk::Object;

/// `patternProperties` is how `schemars` says that the keys are integers. Few clients know the
/// word, and the decoder checks the keys anyway.
pub(super) fn apply(schema: &mut Object) {
    if let Some(Value::Object(patterns)) = schema.shift_remove("patternProperties") {
        join_patterns(schema, patterns);
    }
    drop_unevaluated(schema);
}

fn join_patterns(schema: &mut Object, patterns: Object) {
    let mut values = match schema.shift_remove("additionalProperties") {
        Some(rest) if is_boolean(&rest, false) => Vec::new(),
        Some(rest) => vec![rest],
        // what no pattern matches may be anything
        None => return,
    };
    for (_, value) in patterns {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    let values = super::unions::of(values).unwrap_or(Value::Bool(false));
    schema.insert("additionalProperties".to_owned(), values);
}

/// `unevaluatedProperties` sees what is declared in `oneOf` and its like; without these it is
/// `additionalProperties`, which more clients know. `true` says nothing.
fn drop_unevaluated(schema: &mut Object) {
    let Some(rest) = schema.get("unevaluatedProperties") else {
        return;
    };
    let looks_elsewhere = ["allOf", "anyOf", "oneOf", "$ref", "if", "dependentSchemas"]
        .iter()
        .any(|word| schema.contains_key(*word));
    if is_boolean(rest, true) {
        schema.shift_remove("unevaluatedProperties");
    } else if !looks_elsewhere && !schema.contains_key("additionalProperties") {
        let rest = schema.shift_remove("unevaluatedProperties");
        schema.insert("additionalProperties".to_owned(), rest.unwrap_or_default());
    }
}
