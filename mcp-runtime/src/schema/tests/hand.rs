//! Schemas built by hand.

use serde_json::json;

use super::checked;
use crate::schema::{ObjectSchema, SchemaError, Type};

#[test]
fn every_type_has_its_plain_form() {
    let schema = ObjectSchema::new()
        .property("s", Type::String, "A string", true)
        .property("i", Type::Integer, "", false)
        .property("n", Type::Number, "", false)
        .property("b", Type::Boolean, "", false)
        .property(
            "l",
            Type::Array(Box::new(Type::Array(Box::new(Type::Integer)))),
            "",
            false,
        )
        .property(
            "e",
            Type::Enum(vec!["x".into(), "y".into()]),
            "One of two",
            true,
        )
        .property(
            "o",
            Type::Object(ObjectSchema::new().property("z", Type::Any, "", true)),
            "Inner",
            false,
        );
    let text = schema.to_text().expect("a schema");
    checked(&text);
    assert_eq!(
        text,
        concat!(
            r#"{"type":"object","properties":{"s":{"type":"string","description":"A string"},"i":{"type":"integer"},"#,
            r#""n":{"type":"number"},"b":{"type":"boolean"},"#,
            r#""l":{"type":"array","items":{"type":"array","items":{"type":"integer"}}},"#,
            r#""e":{"type":"string","enum":["x","y"],"description":"One of two"},"#,
            r#""o":{"type":"object","properties":{"z":{"type":["object","array","string","number","boolean","null"],"items":{}}},"#,
            r#""required":["z"],"additionalProperties":false,"description":"Inner"}},"#,
            r#""required":["s","e"],"additionalProperties":false}"#,
        )
    );
    assert_eq!(
        ObjectSchema::new().to_text().expect("a schema"),
        r#"{"type":"object","properties":{},"additionalProperties":false}"#
    );
}

#[test]
fn two_properties_of_one_name_are_refused() {
    let inner = ObjectSchema::new()
        .property("a", Type::String, "", true)
        .property("a", Type::Integer, "", true);
    assert!(matches!(inner.to_text(), Err(SchemaError::DuplicateProperty { name }) if name == "a"));
    let outer = ObjectSchema::new().property("o", Type::Object(inner), "", true);
    assert!(matches!(
        outer.to_text(),
        Err(SchemaError::DuplicateProperty { .. })
    ));
}

#[test]
fn an_enum_needs_values() {
    let schema = ObjectSchema::new().property("e", Type::Enum(Vec::new()), "", true);
    assert!(matches!(schema.to_text(), Err(SchemaError::EmptyEnum { name }) if name == "e"));
}

#[test]
fn a_given_text_keeps_its_tokens_and_loses_its_lines() {
    let schema = ObjectSchema::raw_text(
        "{ \"type\": \"object\",\n\t\"properties\": { \"a b\": { \"maximum\": 123456789012345678901234567890,\r\n \"const\": \"x \\\" {\\\\\" , \"enum\": [ 18446744073709551616 ] } } }\n",
    )
    .expect("an object");
    assert_eq!(
        schema.to_text().expect("a schema"),
        r#"{"type":"object","properties":{"a b":{"maximum":123456789012345678901234567890,"const":"x \" {\\","enum":[18446744073709551616]}}}"#
    );
}

#[test]
fn what_is_given_must_be_an_object() {
    let said = |value| ObjectSchema::raw(&value).expect_err("refused").to_string();
    assert_eq!(
        said(json!({ "oneOf": [] })),
        "the schema must be an object with `\"type\": \"object\"`, not one without `type`"
    );
    assert!(said(json!({ "type": "array" })).ends_with("not one with `\"type\": \"array\"`"));
    assert!(said(json!(true)).ends_with("not `true`"));
    assert!(matches!(
        ObjectSchema::raw_text("{"),
        Err(SchemaError::NotJson(_))
    ));
}

#[test]
fn nothing_is_added_to_a_given_schema() {
    let given = ObjectSchema::raw(&json!({ "type": "object" })).expect("an object");
    assert_eq!(given.to_text().expect("a schema"), r#"{"type":"object"}"#);
    let more = given.property("a", Type::String, "", true);
    assert!(matches!(more.to_text(), Err(SchemaError::PropertyOfRaw { name }) if name == "a"));
}

#[test]
fn definitions_of_an_inner_schema_move_to_the_root() {
    let given = ObjectSchema::raw(&json!({
        "type": "object",
        "properties": { "n": { "$ref": "#/$defs/N" }, "self": { "$ref": "#" } },
        "$defs": { "N": { "type": "integer" } },
    }))
    .expect("an object");
    let schema = ObjectSchema::new().property("inner", Type::Object(given), "", true);
    let schema = checked(&schema.to_text().expect("a schema"));
    let validator = jsonschema::validator_for(&schema).expect("valid");
    assert!(validator.is_valid(&json!({ "inner": { "n": 1, "self": { "n": 2 } } })));
    assert!(!validator.is_valid(&json!({ "inner": { "n": 1, "self": { "n": "2" } } })));
}
