//! Tests of this floor, one file for each subject.

mod hand;
mod join;
mod meaning;
mod refuse;
mod results;
mod rules;
mod standard;
mod types;
mod values;

use schemars::JsonSchema;
use serde_json::Value;

use super::{Profile, Property, TypeSchema, object, output};

/// The input schema of a tool with the one required parameter `x`, checked to be valid.
fn input<T: JsonSchema + ?Sized>(profile: Profile) -> Value {
    let text = object(&[parameter::<T>("x", true)], profile).expect("a schema");
    checked(&text)
}

/// The schema of the parameter in [`input`], in the plain profile.
fn plain<T: JsonSchema + ?Sized>() -> Value {
    input::<T>(Profile::Plain)["properties"]["x"].take()
}

/// The same, of a parameter that may be left out.
fn plain_optional<T: JsonSchema + ?Sized>() -> Value {
    let text = object(&[parameter::<T>("x", false)], Profile::Plain).expect("a schema");
    checked(&text)["properties"]["x"].take()
}

/// The schema of a result, in the plain profile, checked to be valid.
fn result<T: JsonSchema + ?Sized>() -> Value {
    let made = output(TypeSchema::result::<T>(), Profile::Plain).expect("a schema");
    checked(&made.wrapped);
    checked(&made.text)
}

fn parameter<T: JsonSchema + ?Sized>(key: &'static str, required: bool) -> Property<'static> {
    Property {
        key,
        description: None,
        required,
        default: None,
        schema: TypeSchema::argument::<T>(),
        ..Property::EMPTY
    }
}

/// Every text made here is valid, stands alone, and in the plain profile is plain.
fn checked(text: &str) -> Value {
    let schema: Value = serde_json::from_str(text).expect("JSON");
    if let Err(error) = jsonschema::draft202012::meta::validate(&schema) {
        panic!("{error} in {text}");
    }
    jsonschema::draft202012::new(&schema).expect("every reference resolves");
    assert!(!text.contains('\n'), "one line");
    schema
}

fn assert_text<T: JsonSchema + ?Sized>(expected: &str) {
    assert_eq!(plain::<T>().to_string(), expected, "{}", T::schema_name());
}
