//! Enums of strings: one `enum`, whatever is documented.

use serde_json::{Value, json};

use crate::schema::walk::{self, Object};

/// Holds the texts of variants until [`describe_variants`]; by then it is known which
/// description stands before them.
pub(super) const VARIANTS: &str = "variants (mcp)";

pub(super) fn apply(schema: &mut Object) {
    const_to_enum(schema);
    join_strings(schema, "oneOf");
    join_strings(schema, "anyOf");
}

/// `const` is refused by some model interfaces; an `enum` of one value says the same.
fn const_to_enum(schema: &mut Object) {
    if let Some(value) = schema.shift_remove("const") {
        schema.entry("enum").or_insert(json!([value]));
    }
}

/// Documented variants stand one by one under `oneOf`. Joins them and keeps the texts.
fn join_strings(schema: &mut Object, word: &str) {
    let Some(Value::Array(branches)) = schema.get_mut(word) else {
        return;
    };
    let (strings, others): (Vec<Value>, Vec<Value>) =
        std::mem::take(branches).into_iter().partition(is_strings);
    let join_all = others.is_empty();
    if strings.is_empty() || (strings.len() == 1 && !join_all) {
        *branches = strings.into_iter().chain(others).collect();
        return;
    }
    let joined = joined(strings);
    if join_all {
        schema.shift_remove(word);
        schema.extend(joined);
    } else {
        branches.push(Value::Object(joined));
        branches.extend(others);
    }
}

/// Whether `schema` is a list of strings and texts about them, and nothing else.
fn is_strings(schema: &Value) -> bool {
    let words = ["type", "enum", "title", "description", VARIANTS];
    let Some(schema) = schema.as_object() else {
        return false;
    };
    schema.get("type").is_some_and(|kind| kind == "string")
        && schema.contains_key("enum")
        && schema.keys().all(|word| words.contains(&word.as_str()))
}

fn joined(strings: Vec<Value>) -> Object {
    let mut values: Vec<Value> = Vec::new();
    let mut texts: Vec<String> = Vec::new();
    for branch in &strings {
        let own = branch.get("enum").and_then(Value::as_array);
        let own = own.map(Vec::as_slice).unwrap_or_default();
        let text = branch.get("description").or_else(|| branch.get("title"));
        if let Some(text) = text.and_then(Value::as_str) {
            texts.push(line(own, text));
        }
        if let Some(inner) = branch.get(VARIANTS).and_then(Value::as_str) {
            texts.push(inner.to_owned());
        }
        for value in own {
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
    }
    let mut joined = Object::new();
    joined.insert("type".to_owned(), json!("string"));
    joined.insert("enum".to_owned(), Value::Array(values));
    if !texts.is_empty() {
        joined.insert(VARIANTS.to_owned(), json!(texts.join("\n")));
    }
    joined
}

/// ``- `value`: text``
fn line(values: &[Value], text: &str) -> String {
    let values = values.iter().filter_map(Value::as_str);
    let values: Vec<String> = values.map(|value| format!("`{value}`")).collect();
    let text: Vec<&str> = text.split_whitespace().collect();
    format!("- {}: {}", values.join(", "), text.join(" "))
}

/// Puts the texts of the variants after the description.
pub(super) fn describe_variants(schema: &mut Value) {
    walk::each(schema, &mut |object| {
        let Some(Value::String(texts)) = object.shift_remove(VARIANTS) else {
            return;
        };
        let text = match object.get("description").and_then(Value::as_str) {
            Some(before) => format!("{before}\n\n{texts}"),
            None => texts,
        };
        object.insert("description".to_owned(), json!(text));
    });
}
