//! A published schema as arguments are held against it.
//!
//! It differs from the published one in what the decoder has its own rules for: `null` stands for
//! something left out, and a `format` counts only where it means the same to everybody.

use serde_json::{Value, json};

use super::walk::{self, Object};

/// The formats that have one definition, which no type is known to read in another way.
const FORMATS: [&str; 9] = [
    "date",
    "date-time",
    "duration",
    "email",
    "ipv4",
    "ipv6",
    "time",
    "uri",
    "uuid",
];

/// The schema that arguments are held against, from the published text.
pub(crate) fn checked(schema: &str) -> serde_json::Result<Value> {
    let mut schema: Value = serde_json::from_str(schema)?;
    walk::each(&mut schema, &mut |object| {
        let is_loose =
            |format: &Value| format.as_str().is_some_and(|name| !FORMATS.contains(&name));
        if object.get("format").is_some_and(is_loose) {
            object.shift_remove("format");
        }
    });
    if knows_else(&schema) && !refers_into_properties(&schema) {
        allow_null(&mut schema);
    }
    Ok(schema)
}

/// Before draft 7, `else` was no word: what stands under it would hold for nothing.
fn knows_else(schema: &Value) -> bool {
    let draft = schema.get("$schema").and_then(Value::as_str);
    draft.is_none_or(|draft| {
        !["draft-03", "draft-04", "draft-06"]
            .iter()
            .any(|old| draft.contains(old))
    })
}

/// Whether some `$ref` leads to a place that would move.
fn refers_into_properties(schema: &Value) -> bool {
    let mut found = false;
    walk::look(schema, &mut |object| {
        let reference = object.get("$ref").and_then(Value::as_str);
        found |= reference.is_some_and(|reference| reference.contains("properties/"));
    });
    found
}

/// Lets properties that are not required be `null`. Not below words that turn the meaning round.
fn allow_null(schema: &mut Value) {
    let Value::Object(object) = schema else {
        return;
    };
    walk::children(object, &mut |word, child| {
        if !matches!(word, "not" | "if" | "contains") {
            allow_null(child);
        }
    });
    let required: Vec<String> = names(object.get("required"));
    if let Some(Value::Object(properties)) = object.get_mut("properties") {
        wrap(properties, &required);
    }
}

fn names(list: Option<&Value>) -> Vec<String> {
    let list = list.and_then(Value::as_array);
    let names = list.into_iter().flatten().filter_map(Value::as_str);
    names.map(str::to_owned).collect()
}

fn wrap(properties: &mut Object, required: &[String]) {
    for (name, schema) in properties {
        if schema.is_object() && !required.contains(name) {
            let inner = schema.take();
            *schema = json!({ "if": { "type": "null" }, "else": inner });
        }
    }
}
