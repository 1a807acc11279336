//! `$schema`, `$id` and titles: words that say what the client knows or the user did not write.

use serde_json::Value;

use crate::schema::document::Document;
use crate::schema::walk::{self, Object};

/// Takes out `$schema`, `$id` and every title that only repeats the name of a Rust type.
pub(super) fn apply(document: &mut Document, name: &str) {
    for (name, schema) in &mut document.defs {
        without_labels(schema, name);
    }
    without_labels(&mut document.root, name);
}

fn without_labels(schema: &mut Value, name: &str) {
    walk::each(schema, &mut |object| {
        // The dialect is 2020-12, which MCP takes for granted.
        object.shift_remove("$schema");
        // An inner base address would turn every `$ref` below it into one to elsewhere.
        object.shift_remove("$id");
    });
    if let Value::Object(object) = schema
        && title_is(object, name)
    {
        object.shift_remove("title");
    }
}

fn title_is(object: &Object, name: &str) -> bool {
    object.get("title").and_then(Value::as_str) == Some(name)
}
