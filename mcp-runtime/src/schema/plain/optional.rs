//! What may be left out needs no `null`.
//!
//! For arguments only. The decoder takes `null` for something left out all the same; a result
//! holds the `null` that serde writes.

use serde_json::{Value, json};

use super::unions;
use crate::schema::walk::Object;

/// Takes `null` out of every property that is not required.
pub(super) fn apply(schema: &mut Object) {
    let required: Vec<Value> = match schema.get("required") {
        Some(Value::Array(required)) => required.clone(),
        _ => Vec::new(),
    };
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for (key, property) in properties {
            if !required.iter().any(|required| required == key) {
                without_null(property);
            }
        }
    }
}

/// Takes `null` out of a schema, unless it admits nothing else.
pub(super) fn without_null(schema: &mut Value) {
    let Value::Object(schema) = schema else {
        return;
    };
    let mut changed = false;
    if let Some(kinds) = schema.get_mut("type") {
        changed |= narrow(kinds, &json!("null"));
        if let Value::Array(left) = kinds
            && left.len() == 1
        {
            *kinds = left.remove(0);
        }
    }
    if let Some(values) = schema.get_mut("enum") {
        changed |= narrow(values, &Value::Null);
    }
    if let Some(Value::Array(branches)) = schema.get_mut("anyOf") {
        let before = branches.len();
        if !branches.iter().all(unions::is_null) {
            branches.retain(|branch| !unions::is_null(branch));
        }
        changed |= branches.len() != before;
        branches.iter_mut().for_each(without_null);
    }
    if changed {
        // a default that the schema no longer admits
        if schema.get("default") == Some(&Value::Null) {
            schema.shift_remove("default");
        }
        unions::apply(schema);
    }
}

/// Takes `out` from a list that holds more than it.
fn narrow(list: &mut Value, out: &Value) -> bool {
    match list {
        Value::Array(list) if list.len() > 1 && list.contains(out) => {
            list.retain(|value| value != out);
            true
        }
        _ => false,
    }
}
