//! The properties of a record, taken out of its schema to stand among those of a tool.
//!
//! Does not know how the fields are decoded.

use serde_json::Value;

use super::document::{Document, definition_of};
use super::walk::{self, Object};
use super::{SchemaError, Shape};

/// One property: its key, its schema, whether it must be there.
pub(super) type Joined = (String, Value, bool);

/// The fields of a record whose schema is `document`; its definitions move to `defs`.
///
/// `shape` is what the record says of its keys; a schema that says otherwise is refused, because one of the
/// two is wrong and calls would be refused that the schema admits.
pub(super) fn fields(
    mut document: Document,
    parameter: &str,
    shape: &Shape,
    defs: &mut Object,
) -> Result<Vec<Joined>, SchemaError> {
    let refused = |reason: String| SchemaError::Unrolled {
        place: format!("parameter `{parameter}`"),
        name: shape.name.to_owned(),
        reason,
    };
    document.put_definition_in_root();
    document.drop_unused();
    let Value::Object(mut root) = document.move_into(defs) else {
        return Err(refused("its schema is no object".to_owned()));
    };
    if let Some(word) = root.keys().find(|word| !is_of_a_record(word)) {
        let reason = format!("its schema has `{word}`, which holds for all its fields together");
        return Err(refused(reason));
    }
    let required = root.shift_remove("required").unwrap_or_default();
    let required = |key: &str| {
        let keys = required.as_array();
        keys.is_some_and(|keys| keys.iter().any(|name| name == key))
    };
    let properties = match root.shift_remove("properties") {
        Some(Value::Object(properties)) => properties,
        _ => Object::new(),
    };
    let known = shape.fields();
    if let Some(key) = properties
        .keys()
        .find(|key| known.iter().all(|field| field.key != *key))
    {
        let reason = format!("its schema has a property `{key}`, for which serde has no field");
        return Err(refused(reason));
    }
    if let Some(field) = known
        .iter()
        .find(|field| !properties.contains_key(field.key))
    {
        let reason = format!("its schema lacks the field `{}`", field.key);
        return Err(refused(reason));
    }
    let joined = properties
        .into_iter()
        .map(|(key, schema)| {
            let required = required(&key);
            (key, schema, required)
        })
        .collect();
    Ok(joined)
}

/// Words that stay true when the fields stand alone, or say nothing of them.
fn is_of_a_record(word: &str) -> bool {
    const WORDS: [&str; 9] = [
        "type",
        "properties",
        "required",
        "additionalProperties",
        "unevaluatedProperties",
        "title",
        "description",
        "default",
        "examples",
    ];
    WORDS.contains(&word)
}

impl Document {
    /// Drops the definitions that nothing refers to any more.
    fn drop_unused(&mut self) {
        let mut used = Vec::new();
        note_references(&self.root, &mut used);
        let mut next = 0;
        while let Some(name) = used.get(next).cloned() {
            if let Some(schema) = self.defs.get(&name) {
                note_references(schema, &mut used);
            }
            next += 1;
        }
        self.defs.retain(|name, _| used.contains(name));
    }
}

fn note_references(schema: &Value, names: &mut Vec<String>) {
    walk::look(schema, &mut |object| {
        let reference = object.get("$ref").and_then(Value::as_str);
        if let Some(name) = reference.and_then(definition_of)
            && !names.contains(&name)
        {
            names.push(name);
        }
    });
}
