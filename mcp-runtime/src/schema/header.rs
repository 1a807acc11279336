//! Headers that repeat properties, as the schema publishes them.
//!
//! Any revision gets them: the properties of an input schema have always been open objects, and
//! clients that know nothing of the word pass over it. Does not know HTTP.
//!
//! Spec: MCP 2026-07-28, server/tools, "x-mcp-header".

use serde_json::{Value, json};

use super::document::Document;
use super::object::Property;
use super::{Profile, SchemaError, plain};

/// Clients leave out a tool in which two properties go into one header.
pub(super) fn each_once(properties: &[Property<'_>]) -> Result<(), SchemaError> {
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for property in properties {
        let Some(name) = property.header else {
            continue;
        };
        let same = |(earlier, _): &&(&str, &str)| earlier.eq_ignore_ascii_case(name);
        if let Some((_, first)) = seen.iter().find(same) {
            return Err(SchemaError::DuplicateHeader {
                name: name.to_owned(),
                first: (*first).to_owned(),
                second: property.key.to_owned(),
            });
        }
        seen.push((name, property.key));
    }
    Ok(())
}

/// Publishes the header at the root of `document`, whose Plain form is `simple`.
pub(super) fn apply(
    document: &mut Document,
    simple: &Document,
    name: &str,
    profile: Profile,
    place: &str,
) -> Result<(), SchemaError> {
    if !fits(&simple.root) {
        return Err(SchemaError::Header {
            place: place.to_owned(),
        });
    }
    document.annotate("x-mcp-header", json!(name));
    if profile == Profile::Plain {
        plain::order(&mut document.root);
    }
    Ok(())
}

/// Only what has one spelling can be compared.
fn fits(schema: &Value) -> bool {
    matches!(
        schema["type"].as_str(),
        Some("string" | "integer" | "boolean")
    )
}
