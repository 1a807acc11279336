//! The order of the words in a schema: the same for one made here and one made by the macros.

use serde_json::Value;

use crate::schema::walk::{self, Object};

/// First what kind of value it is, then what is in it, then its bounds.
const FIRST: [&str; 24] = [
    "$ref",
    "type",
    "enum",
    "properties",
    "required",
    "additionalProperties",
    "unevaluatedProperties",
    "items",
    "uniqueItems",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
];

/// Last what is for the reader.
const LAST: [&str; 6] = [
    "title",
    "description",
    "examples",
    "default",
    "x-mcp-header",
    "$defs",
];

pub(in crate::schema) fn apply(schema: &mut Value) {
    walk::each(schema, &mut |object| {
        let mut words: Vec<(String, Value)> = std::mem::take(object).into_iter().collect();
        // a stable sort: words not listed keep the order in which they came
        words.sort_by_key(|(word, _)| rank(word));
        *object = Object::from_iter(words);
    });
}

fn rank(word: &str) -> usize {
    let place = |words: &[&str]| words.iter().position(|listed| *listed == word);
    place(&FIRST)
        .or_else(|| place(&LAST).map(|at| FIRST.len() + 1 + at))
        .unwrap_or(FIRST.len())
}
