//! Types of the standard library that take no member beside their own, which `schemars` does not say.
//!
//! Serde reads `Duration`, `SystemTime` and ranges as records that refuse unknown fields, and
//! `Result` and `Bound` as enums, which are objects with one member.

use serde_json::{Value, json};

use super::walk::Object;

/// Closes those among the definitions.
pub(super) fn apply(defs: &mut Object) {
    for (name, schema) in defs {
        let Value::Object(schema) = schema else {
            continue;
        };
        // a second type of one name has a number after it
        match name.trim_end_matches(|c: char| c.is_ascii_digit()) {
            "Duration" if is_time(schema, "secs", "nanos") => close(schema),
            "SystemTime" if is_time(schema, "secs_since_epoch", "nanos_since_epoch") => {
                close(schema);
            }
            // a user's own generic type is called `Range_for_…`
            name if name.starts_with("Range_of_") => close(schema),
            name if name.starts_with("Result_of_") || name.starts_with("Bound_of_") => {
                close_branches(schema);
            }
            _ => {}
        }
    }
}

fn close(schema: &mut Object) {
    schema.insert("additionalProperties".to_owned(), json!(false));
}

fn close_branches(schema: &mut Object) {
    let branches = schema.get_mut("oneOf").and_then(Value::as_array_mut);
    for branch in branches.into_iter().flatten() {
        if let Value::Object(branch) = branch
            && branch.contains_key("properties")
        {
            close(branch);
        }
    }
}

/// Whether it was written by hand, as that of the standard type is; a derived one has its
/// properties first.
fn is_time(schema: &Object, seconds: &str, nanoseconds: &str) -> bool {
    let words = schema.keys().map(String::as_str);
    words.eq(["type", "required", "properties"])
        && schema["required"] == json!([seconds, nanoseconds])
}
