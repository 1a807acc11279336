//! Every place in a published schema where a schema stands.
//!
//! Knows the words of JSON Schema, and nothing of tools.

use serde_json::{Map, Value};

/// Words that hold a schema, a list of schemas, or schemas by name.
const ONE: [&str; 4] = [
    "additionalProperties",
    "items",
    "not",
    "unevaluatedProperties",
];
const LIST: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
const NAMED: [&str; 3] = ["$defs", "patternProperties", "properties"];

/// Words about values; what they hold is data.
const OTHER: [&str; 23] = [
    "$ref",
    "const",
    "default",
    "deprecated",
    "description",
    "enum",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "multipleOf",
    "pattern",
    "readOnly",
    "required",
    "title",
    "type",
    "writeOnly",
];

/// The only word of the full profile that is not in the plain one.
const OF_SETS: &str = "uniqueItems";

/// One schema and where it stands.
pub(crate) struct Place<'s> {
    /// A JSON pointer from the root.
    pub(crate) at: String,
    /// The word it stands under.
    pub(crate) under: &'static str,
    pub(crate) schema: &'s Value,
}

/// Every schema in `root`, which is the first. A word that is not of JSON Schema ends the test.
pub(crate) fn places(root: &Value) -> Vec<Place<'_>> {
    let mut found = Vec::new();
    visit(root, String::new(), "", &mut found);
    found
}

fn visit<'s>(schema: &'s Value, at: String, under: &'static str, found: &mut Vec<Place<'s>>) {
    found.push(Place {
        at: at.clone(),
        under,
        schema,
    });
    let Some(words) = schema.as_object() else {
        return;
    };
    for (word, value) in words {
        let is = |list: &[&'static str]| list.iter().copied().find(|listed| listed == word);
        if let Some(under) = is(&ONE) {
            visit(value, format!("{at}/{word}"), under, found);
        } else if let Some(under) = is(&LIST) {
            for (index, child) in value
                .as_array()
                .expect("a list of schemas")
                .iter()
                .enumerate()
            {
                visit(child, format!("{at}/{word}/{index}"), under, found);
            }
        } else if let Some(under) = is(&NAMED) {
            for (name, child) in named(value) {
                visit(child, format!("{at}/{word}/{name}"), under, found);
            }
        } else {
            assert!(
                is(&OTHER).is_some() || word == OF_SETS,
                "`{word}` at {at} is no word of JSON Schema"
            );
        }
    }
}

fn named(value: &Value) -> &Map<String, Value> {
    value.as_object().expect("schemas by name")
}

/// Whether a schema says that a value may be of this type.
pub(crate) fn admits(schema: &Value, kind: &str) -> bool {
    match &schema["type"] {
        Value::Array(kinds) => kinds.iter().any(|listed| listed == kind),
        listed => listed == kind,
    }
}
