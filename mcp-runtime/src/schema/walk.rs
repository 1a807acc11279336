//! Where the schemas inside a schema are.
//!
//! The only place that lists the words of JSON Schema under which schemas stand. Whatever is
//! under another word (`default`, `const`, `enum`, `examples`, names of properties) is data
//! and is never looked into.

use serde_json::{Map, Value};

/// A JSON object.
pub(super) type Object = Map<String, Value>;

/// Words that hold one schema.
const ONE: [&str; 11] = [
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Words that hold a list of schemas; `items` did before 2020-12.
const LIST: [&str; 5] = ["allOf", "anyOf", "items", "oneOf", "prefixItems"];

/// Words that hold named schemas.
const NAMED: [&str; 5] = [
    "$defs",
    "definitions",
    "dependentSchemas",
    "patternProperties",
    "properties",
];

/// Calls `visit` with each schema directly inside `schema` and the word it stands under.
pub(super) fn children(schema: &mut Object, visit: &mut dyn FnMut(&str, &mut Value)) {
    for (word, value) in schema.iter_mut() {
        match value {
            Value::Array(list) if LIST.contains(&word.as_str()) => {
                list.iter_mut().for_each(|child| visit(word, child));
            }
            Value::Object(named) if NAMED.contains(&word.as_str()) => {
                named.values_mut().for_each(|child| visit(word, child));
            }
            Value::Object(_) | Value::Bool(_) if ONE.contains(&word.as_str()) => visit(word, value),
            _ => {}
        }
    }
}

/// Calls `rule` with every object schema in `schema`, the inner ones first.
pub(super) fn each(schema: &mut Value, rule: &mut dyn FnMut(&mut Object)) {
    if let Value::Object(object) = schema {
        children(object, &mut |_, child| each(child, rule));
        rule(object);
    }
}

/// Calls `look` with every object schema in `schema`.
pub(super) fn look(schema: &Value, seen: &mut dyn FnMut(&Object)) {
    let Value::Object(object) = schema else {
        return;
    };
    seen(object);
    for (word, value) in object {
        match value {
            Value::Array(list) if LIST.contains(&word.as_str()) => {
                list.iter().for_each(|child| look(child, seen));
            }
            Value::Object(named) if NAMED.contains(&word.as_str()) => {
                named.values().for_each(|child| look(child, seen));
            }
            Value::Object(_) if ONE.contains(&word.as_str()) => look(value, seen),
            _ => {}
        }
    }
}
