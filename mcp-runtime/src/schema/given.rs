//! Schemas that the author of a tool wrote, passed on as they are, whatever the profile.
//!
//! Checked for what no client could do without, and held against the arguments of the function.
//! What they admit beyond that is their author's business.

use serde_json::{Value, json};
use std::borrow::Cow;

use super::hand::{check_is_object, check_properties, without_space};
use super::output::OutputSchema;
use super::walk;
use super::{Property, SchemaError};

/// The input schema of a function that takes `taken`, and ignores other arguments if it is `open`.
///
/// The text is passed on byte for byte. Only when it has line breaks, which would end the message it is
/// sent in, the space between its tokens is taken out.
///
/// # Errors
///
/// - [`SchemaError::NotJson`]: the text is not JSON.
/// - [`SchemaError::NotAnObject`]: it does not say `"type": "object"` at its root.
/// - [`SchemaError::Properties`]: its `properties` are no object of schemas.
/// - [`SchemaError::Unresolved`]: it refers to something that is not in it.
/// - [`SchemaError::ArgumentWithoutProperty`], [`SchemaError::PropertyWithoutArgument`]: it does not go
///   with the function.
/// - those of [`object`](super::object), where a record is unrolled.
pub fn given_input(
    text: &'static str,
    taken: &[Property<'_>],
    open: bool,
) -> Result<Cow<'static, str>, SchemaError> {
    let schema: Value = serde_json::from_str(text).map_err(SchemaError::NotJson)?;
    check_is_object(&schema)?;
    check_properties(&schema)?;
    check_references(&schema)?;
    let properties = schema.get("properties").and_then(Value::as_object);
    let is_there = |key: &String| properties.is_some_and(|properties| properties.contains_key(key));
    let mut keys = Vec::new();
    for property in taken {
        keys.extend(super::object::keys(property)?);
    }
    if let Some((name, _)) = keys
        .iter()
        .find(|(key, required)| *required && !is_there(key))
    {
        return Err(SchemaError::ArgumentWithoutProperty { name: name.clone() });
    }
    let mut names = properties.into_iter().flatten().map(|(name, _)| name);
    let is_taken = |name: &String| keys.iter().any(|(key, _)| key == name);
    match names.find(|name| !open && !is_taken(name)) {
        Some(name) => Err(SchemaError::PropertyWithoutArgument { name: name.clone() }),
        None => Ok(on_one_line(text)),
    }
}

/// The output schema, byte for byte like [`given_input`].
///
/// # Errors
///
/// - [`SchemaError::NotJson`]: the text is not JSON.
/// - [`SchemaError::NotASchema`]: it is no object.
/// - [`SchemaError::Unresolved`]: it refers to something that is not in it.
pub fn given_output(text: &'static str) -> Result<OutputSchema, SchemaError> {
    let mut schema: Value = serde_json::from_str(text).map_err(SchemaError::NotJson)?;
    if !schema.is_object() {
        return Err(SchemaError::NotASchema {
            found: schema.to_string(),
        });
    }
    check_references(&schema)?;
    let says = |kind: &str| schema.get("type").is_some_and(|found| found == kind);
    let (is_object, is_string) = (says("object"), says("string"));
    move_references(&mut schema, "#/properties/result");
    let wrapped = json!({
        "type": "object",
        "properties": { "result": schema },
        "required": ["result"],
    });
    Ok(OutputSchema {
        text: on_one_line(text).into_owned(),
        wrapped: wrapped.to_string(),
        is_object,
        is_string,
    })
}

fn on_one_line(text: &'static str) -> Cow<'static, str> {
    // the one at the end of a file is no part of it
    let text = text.trim();
    match text.contains(['\n', '\r']) {
        true => Cow::Owned(without_space(text)),
        false => Cow::Borrowed(text),
    }
}

/// A client has nothing but the schema, and must not fetch what it names elsewhere.
fn check_references(schema: &Value) -> Result<(), SchemaError> {
    let mut lost = None;
    walk::look(schema, &mut |object| {
        for word in ["$ref", "$dynamicRef"] {
            if let Some(reference) = object.get(word)
                && !reference
                    .as_str()
                    .is_some_and(|text| resolves(schema, text))
            {
                lost.get_or_insert_with(|| reference.clone());
            }
        }
    });
    lost.map_or(Ok(()), |reference| {
        Err(SchemaError::Unresolved {
            reference: reference
                .as_str()
                .map_or_else(|| reference.to_string(), str::to_owned),
        })
    })
}

fn resolves(schema: &Value, reference: &str) -> bool {
    let Some(fragment) = reference.strip_prefix('#') else {
        return false;
    };
    if fragment.is_empty() || fragment.starts_with('/') {
        return super::document::percent_decoded(fragment)
            .is_some_and(|pointer| schema.pointer(&pointer).is_some());
    }
    let mut found = false;
    walk::look(schema, &mut |object| {
        let names = |word| object.get(word).and_then(Value::as_str) == Some(fragment);
        found |= names("$anchor") || names("$dynamicAnchor");
    });
    found
}

/// Makes references mean what they meant, now that their root stands at `place`; anchors do in any case.
fn move_references(schema: &mut Value, place: &str) {
    walk::each(schema, &mut |object| {
        for word in ["$ref", "$dynamicRef"] {
            if let Some(Value::String(reference)) = object.get_mut(word)
                && let Some(fragment) = reference.strip_prefix('#')
                && (fragment.is_empty() || fragment.starts_with('/'))
            {
                *reference = format!("{place}{fragment}");
            }
        }
    });
}
