//! Every schema is an object and says which types it admits.
//!
//! Clients read `type` of a property without asking whether the schema is `true`.

use serde_json::{Value, json};

use crate::schema::walk::{self, Object};

/// The schema of any JSON value, without being `true` or empty.
///
/// `items` is empty: it has to be there for an array, and an inner list of all types would
/// want an `items` of its own. An integer is a number, so it is not named.
pub(in crate::schema) fn any() -> Value {
    json!({
        "type": ["object", "array", "string", "number", "boolean", "null"],
        "items": {},
    })
}

pub(super) fn is_boolean(schema: &Value, value: bool) -> bool {
    schema.as_bool() == Some(value)
}

pub(super) fn apply(schema: &mut Value) {
    complete(schema, None);
}

/// `outer`: the type that the schema around a branch has.
fn complete(schema: &mut Value, outer: Option<&Value>) {
    match schema {
        Value::Bool(true) => *schema = any(),
        // the type has no values
        Value::Bool(false) => *schema = json!({ "not": {} }),
        Value::Object(object) => {
            let own = object.get("type").or(outer).cloned();
            walk::children(object, &mut |word, child| match word {
                // conditions, not shapes of a value: here `{}` and no type are to the point
                "contains" | "contentSchema" | "dependentSchemas" | "else" | "if" | "not"
                | "propertyNames" | "then" => {}
                // `false` closes an object; every client knows it
                "additionalProperties" | "unevaluatedItems" | "unevaluatedProperties"
                    if is_boolean(child, false) => {}
                "allOf" | "anyOf" | "oneOf" => complete(child, own.as_ref()),
                _ => complete(child, None),
            });
            add_type(object, outer);
        }
        _ => {}
    }
}

fn add_type(schema: &mut Object, outer: Option<&Value>) {
    let is_said_elsewhere = ["type", "$ref", "allOf", "anyOf", "oneOf", "not", "if"]
        .iter()
        .any(|word| schema.contains_key(*word));
    if is_said_elsewhere {
        return;
    }
    let types = match schema.get("enum") {
        Some(Value::Array(values)) => Some(types_of(values)),
        _ => type_of_words(schema),
    };
    if let Some(types) = types.or_else(|| outer.cloned()) {
        let is_array = types == "array";
        schema.insert("type".to_owned(), types);
        if is_array {
            schema.entry("items").or_insert_with(|| json!({}));
        }
    } else if let Value::Object(any) = any() {
        for (word, value) in any {
            schema.entry(word).or_insert(value);
        }
    }
}

/// The type that a word is about.
fn type_of_words(schema: &Object) -> Option<Value> {
    const WORDS: [(&str, &[&str]); 4] = [
        (
            "object",
            &[
                "properties",
                "required",
                "additionalProperties",
                "minProperties",
                "maxProperties",
            ],
        ),
        (
            "array",
            &["items", "minItems", "maxItems", "uniqueItems", "contains"],
        ),
        ("string", &["pattern", "format", "minLength", "maxLength"]),
        (
            "number",
            &[
                "minimum",
                "maximum",
                "exclusiveMinimum",
                "exclusiveMaximum",
                "multipleOf",
            ],
        ),
    ];
    WORDS
        .iter()
        .find(|(_, words)| words.iter().any(|word| schema.contains_key(*word)))
        .map(|(kind, _)| json!(kind))
}

fn types_of(values: &[Value]) -> Value {
    let mut types: Vec<&str> = Vec::new();
    for value in values {
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_f64() => "number",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        if !types.contains(&kind) {
            types.push(kind);
        }
    }
    match types.as_slice() {
        [one] => json!(one),
        _ => json!(types),
    }
}
