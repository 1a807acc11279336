//! The arguments of `call` from the shell: `--json`, the tool's options and `key=value`, read by the
//! tool's schema.
//!
//! Values stay JSON text, so that no digit is lost. Does not check them against the schema: the
//! tool's own adapter does, with its own words.

use crate::json;
use serde::{Deserialize, Deserializer, Serializer, de};
use serde_json::Value;
use serde_json::value::RawValue;
use std::fmt;

/// Named arguments in the order they were given.
#[derive(Debug, Default)]
pub(super) struct Arguments(Vec<(String, Box<RawValue>)>);

/// What is wrong with an argument on the command line.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ArgumentError {
    #[error("`{0}` is no argument; write `key=value`")]
    NoKey(String),
    #[error("argument `{0}` is given twice")]
    Twice(String),
    #[error("argument `{key}` takes {takes}, and `{text}` is none")]
    NotJson {
        key: String,
        takes: String,
        text: String,
    },
    #[error(
        "`--json` takes an object such as {example}: {reason}",
        example = r#"'{"key":"value"}'"#
    )]
    NoObject { reason: String },
}

impl Arguments {
    /// Reads `--json` first, then the options, then each `key=value`; `schema` is the tool's input
    /// schema.
    pub(super) fn read(
        object: Option<&str>,
        options: &[(String, String)],
        pairs: &[String],
        schema: &Value,
    ) -> Result<Self, ArgumentError> {
        let mut arguments = match object {
            Some(text) => json::from_str(text).map_err(|error| ArgumentError::NoObject {
                reason: error.to_string(),
            })?,
            None => Arguments::default(),
        };
        for (key, text) in options {
            arguments.push(key.clone(), value(key, text, schema)?)?;
        }
        for pair in pairs {
            let (key, text) = pair
                .split_once('=')
                .ok_or_else(|| ArgumentError::NoKey(pair.clone()))?;
            arguments.push(key.to_owned(), value(key, text, schema)?)?;
        }
        Ok(arguments)
    }

    /// Adds an argument that is text.
    pub(super) fn push_text(&mut self, key: &str, text: &str) -> Result<(), ArgumentError> {
        self.push(key.to_owned(), text_as_json(text))
    }

    fn push(&mut self, key: String, value: Box<RawValue>) -> Result<(), ArgumentError> {
        if self.0.iter().any(|(other, _)| *other == key) {
            return Err(ArgumentError::Twice(key));
        }
        self.0.push((key, value));
        Ok(())
    }
}

/// The types a schema allows, as far as they decide how text is read.
#[derive(Clone, Copy, Default)]
struct Types {
    string: bool,
    /// Something else than a string.
    other: bool,
}

fn value(key: &str, text: &str, schema: &Value) -> Result<Box<RawValue>, ArgumentError> {
    let property = &schema["properties"][key];
    let types = types(property, schema, 0);
    let verbatim = || text_as_json(text);
    if types.string && !types.other {
        return Ok(verbatim());
    }
    match RawValue::from_string(text.trim().to_owned()) {
        Ok(json) => Ok(json),
        // A schema that allows strings, or says nothing, takes what is no JSON as text.
        Err(_) if types.string || !types.other => Ok(verbatim()),
        Err(_) => Err(ArgumentError::NotJson {
            key: key.to_owned(),
            takes: takes(property),
            text: text.to_owned(),
        }),
    }
}

fn text_as_json(text: &str) -> Box<RawValue> {
    serde_json::value::to_raw_value(text).expect("text has a JSON form")
}

fn types(schema: &Value, root: &Value, depth: u8) -> Types {
    let mut types = Types::default();
    let mut see = |name: &Value| match name.as_str() {
        Some("string") => types.string = true,
        Some(_) => types.other = true,
        None => {}
    };
    match &schema["type"] {
        Value::Array(names) => names.iter().for_each(&mut see),
        name => see(name),
    }
    for constant in schema["enum"]
        .as_array()
        .into_iter()
        .flatten()
        .chain(schema.get("const"))
    {
        if schema["type"].is_null() {
            if constant.is_string() {
                types.string = true
            } else {
                types.other = true
            }
        }
    }
    // Deep enough for any schema a person wrote, and an end for those that contain themselves.
    if depth < 8 {
        let parts = ["anyOf", "oneOf", "allOf"]
            .iter()
            .filter_map(|key| schema[*key].as_array())
            .flatten();
        let target = schema["$ref"]
            .as_str()
            .and_then(|path| root.pointer(path.strip_prefix('#')?));
        for part in parts.chain(target) {
            let part = self::types(part, root, depth + 1);
            types.string |= part.string;
            types.other |= part.other;
        }
    }
    types
}

/// The type in words for a message.
fn takes(property: &Value) -> String {
    match property["type"].as_str() {
        Some("integer") => "an integer".to_owned(),
        Some("number") => "a number".to_owned(),
        Some("boolean") => "`true` or `false`".to_owned(),
        Some("array") => "a list such as `[1,2]`".to_owned(),
        Some("object") => r#"an object such as `{"key":"value"}`"#.to_owned(),
        _ => "JSON".to_owned(),
    }
}

impl serde::Serialize for Arguments {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<'de> Deserialize<'de> for Arguments {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Arguments;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Arguments, A::Error> {
                let mut arguments = Arguments::default();
                while let Some((key, value)) = map.next_entry()? {
                    arguments.push(key, value).map_err(de::Error::custom)?;
                }
                Ok(arguments)
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

#[cfg(test)]
#[path = "arguments_tests.rs"]
mod tests;
