//! Arrays: every one has an object as `items`.
//!
//! Clients refuse a tool with an array without `items`, and a refused tool takes others along.

use serde_json::{Value, json};

use super::shape::is_boolean;
use crate::schema::walk::Object;

pub(super) fn apply(schema: &mut Object) {
    let fixed = match schema.shift_remove("prefixItems") {
        Some(Value::Array(fixed)) => Some(fixed),
        // before 2020-12 a tuple was a list under `items`
        _ => match schema.get("items") {
            Some(Value::Array(_)) => match schema.shift_remove("items") {
                Some(Value::Array(fixed)) => Some(fixed),
                _ => None,
            },
            _ => None,
        },
    };
    if let Some(fixed) = fixed {
        join_tuple(schema, fixed);
    }
    // A set takes an element twice and keeps it once; some model interfaces refuse the word.
    schema.shift_remove("uniqueItems");
    if admits_array(schema) && !schema.contains_key("items") {
        schema.insert("items".to_owned(), json!({}));
    }
}

/// A tuple is a list of a fixed length of any of its elements; their order is checked by the
/// decoder.
fn join_tuple(schema: &mut Object, fixed: Vec<Value>) {
    let mut elements: Vec<Value> = Vec::new();
    let length = fixed.len();
    for element in fixed {
        if !elements.contains(&element) {
            elements.push(element);
        }
    }
    // `additionalItems` went with a list under `items`
    let rest = schema.shift_remove("items");
    match rest.or_else(|| schema.shift_remove("additionalItems")) {
        Some(rest) if is_boolean(&rest, false) => {
            schema.entry("maxItems").or_insert(json!(length));
        }
        Some(rest) if !elements.contains(&rest) => elements.push(rest),
        _ => {}
    }
    if let Some(union) = super::unions::of(elements) {
        schema.insert("items".to_owned(), union);
    }
}

fn admits_array(schema: &Object) -> bool {
    match schema.get("type") {
        Some(Value::String(kind)) => kind == "array",
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "array"),
        _ => false,
    }
}
