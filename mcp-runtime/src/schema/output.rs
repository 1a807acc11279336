//! The output schema of a tool, made from the type of its result.
//!
//! Does not know which client gets which form; it makes both.

use serde_json::{Value, json};

use super::document::{Document, definition_of};
use super::types::TypeSchema;
use super::walk::Object;
use super::{Profile, SchemaError, plain, refuse};

/// The schema of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutputSchema {
    /// The schema of the value itself. If [`is_object`](Self::is_object), its root has
    /// `"type": "object"`, which revisions before 2026-07-28 demand.
    pub text: String,
    /// The schema of `{"result": value}`, for values that are not objects and clients that
    /// only take objects.
    pub wrapped: String,
    /// Whether every value is an object.
    pub is_object: bool,
    /// Whether every value is a string: its text is the bare string, not its JSON form.
    pub is_string: bool,
}

impl OutputSchema {
    /// The forms of a schema that was written at compile time, whose first word is its type.
    #[must_use]
    pub fn from_literal(text: &str) -> Self {
        let admits = |kind: &str| text.starts_with(&format!(r#"{{"type":"{kind}""#));
        Self {
            text: text.to_owned(),
            wrapped: format!(
                r#"{{"type":"object","properties":{{"result":{text}}},"required":["result"]}}"#
            ),
            is_object: admits("object"),
            is_string: admits("string"),
        }
    }
}

/// Makes the output schema of a type.
///
/// # Errors
///
/// - [`SchemaError::MapKey`]: a map that JSON cannot hold.
/// - [`SchemaError::Reference`]: a hand-written schema refers to something that is not there.
pub fn output(schema: TypeSchema, profile: Profile) -> Result<OutputSchema, SchemaError> {
    let place = "the result";
    refuse::check(schema, place)?;
    let mut document = schema.document();
    document.check_references(place)?;
    if profile == Profile::Plain {
        plain::apply(&mut document, schema, false);
    }
    let is_object = admits_only("object", &document);
    let is_string = admits_only("string", &document);
    let wrapped = wrapped(document.clone());
    if profile == Profile::Plain {
        document.put_definition_in_root();
    }
    if is_object {
        declare_object(&mut document.root);
    }
    Ok(OutputSchema {
        text: document.into_value().to_string(),
        wrapped,
        is_object,
        is_string,
    })
}

fn wrapped(document: Document) -> String {
    let mut defs = Object::new();
    let result = document.move_into(&mut defs);
    let root = json!({
        "type": "object",
        "properties": { "result": result },
        "required": ["result"],
    });
    Document { root, defs }.into_value().to_string()
}

fn declare_object(root: &mut Value) {
    if let Value::Object(root) = root
        && !root.contains_key("type")
    {
        root.shift_insert(0, "type".to_owned(), json!("object"));
    }
}

fn admits_only(kind: &str, document: &Document) -> bool {
    only(kind, &document.root, &document.defs, &mut Vec::new())
}

fn only<'a>(kind: &str, schema: &'a Value, defs: &'a Object, above: &mut Vec<&'a str>) -> bool {
    if let Some(declared) = schema.get("type") {
        return declared == kind;
    }
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        // A definition that is only itself admits whatever its other branches do.
        if above.contains(&reference) {
            return true;
        }
        above.push(reference);
        let found = definition_of(reference)
            .and_then(|name| defs.get(&name))
            .is_some_and(|schema| only(kind, schema, defs, above));
        above.pop();
        return found;
    }
    let branches = |word: &str| schema.get(word).and_then(Value::as_array);
    if let Some(branches) = branches("oneOf").or_else(|| branches("anyOf")) {
        return branches
            .iter()
            .all(|branch| only(kind, branch, defs, above));
    }
    branches("allOf").is_some_and(|parts| parts.iter().any(|part| only(kind, part, defs, above)))
}
