//! `anyOf`: as few of them as can be.

use serde_json::{Value, json};

use super::inline::merged;
use crate::schema::walk::Object;

/// Any of these schemas; nothing for none.
pub(super) fn of(mut schemas: Vec<Value>) -> Option<Value> {
    match schemas.len() {
        0 => None,
        1 => schemas.pop(),
        _ => Some(json!({ "anyOf": schemas })),
    }
}

pub(super) fn apply(schema: &mut Object) {
    one_of_to_any_of(schema);
    if let Some(Value::Array(branches)) = schema.shift_remove("anyOf") {
        join(schema, branches);
    }
    if let Some(Value::Array(parts)) = schema.get("allOf")
        && let [Value::Object(_)] = parts.as_slice()
        && let Some(Value::Array(mut parts)) = schema.shift_remove("allOf")
        && let Some(Value::Object(part)) = parts.pop()
    {
        *schema = merged(part, std::mem::take(schema));
    }
}

/// The other rules make schemas wider, so that two branches may admit one value, which
/// `oneOf` refuses. Model interfaces know `anyOf` only.
fn one_of_to_any_of(schema: &mut Object) {
    let Some(branches) = schema.shift_remove("oneOf") else {
        return;
    };
    if schema.contains_key("anyOf") {
        let parts = schema.entry("allOf").or_insert_with(|| json!([]));
        if let Value::Array(parts) = parts {
            parts.push(json!({ "anyOf": branches }));
        }
    } else {
        schema.insert("anyOf".to_owned(), branches);
    }
}

fn join(schema: &mut Object, branches: Vec<Value>) {
    let mut flat: Vec<Value> = Vec::new();
    for branch in branches {
        for branch in opened(branch, schema) {
            if !flat.contains(&branch) {
                flat.push(branch);
            }
        }
    }
    let nulls = flat.iter().filter(|branch| is_null(branch)).count();
    if flat.len() == 2 && nulls == 1 {
        let at = usize::from(is_null(&flat[0]));
        if let Value::Object(branch) = &mut flat[at]
            && add_null(branch)
        {
            flat.swap(0, at);
            flat.truncate(1);
        }
    }
    if let [Value::Object(_)] = flat.as_slice()
        && let Some(Value::Object(branch)) = flat.pop()
    {
        *schema = merged(branch, std::mem::take(schema));
        return;
    }
    schema.insert("anyOf".to_owned(), Value::Array(flat));
}

/// The branches of a branch that is itself only an `anyOf`; its description goes to `outer`
/// if that has none.
fn opened(branch: Value, outer: &mut Object) -> Vec<Value> {
    let Value::Object(mut inner) = branch else {
        return vec![branch];
    };
    let is_union = inner.contains_key("anyOf")
        && inner
            .keys()
            .all(|word| ["anyOf", "description", "title"].contains(&word.as_str()));
    if !is_union {
        return vec![Value::Object(inner)];
    }
    let branches = inner.shift_remove("anyOf");
    for (word, value) in inner {
        outer.entry(word).or_insert(value);
    }
    match branches {
        Some(Value::Array(branches)) => branches,
        _ => Vec::new(),
    }
}

/// Whether `schema` admits `null` and nothing else, and says no more than that.
pub(super) fn is_null(schema: &Value) -> bool {
    schema.get("type").is_some_and(|kind| kind == "null")
        && schema.as_object().is_some_and(|schema| {
            schema
                .keys()
                .all(|word| ["type", "description", "title"].contains(&word.as_str()))
        })
}

/// Lets `null` in through `type`; `false` if something else in the schema has a say.
fn add_null(schema: &mut Object) -> bool {
    let has_branches = ["$ref", "allOf", "anyOf", "oneOf", "if"]
        .iter()
        .any(|word| schema.contains_key(*word));
    if has_branches {
        return false;
    }
    match schema.get_mut("type") {
        Some(Value::Array(kinds)) => {
            if !kinds.iter().any(|kind| kind == "null") {
                kinds.push(json!("null"));
            }
        }
        Some(kind) if kind != "null" => *kind = json!([kind, "null"]),
        Some(_) => {}
        None => return false,
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
    true
}
