//! Output schemas.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde_json::{Value, json};

use super::types::{Command, Either, Loudness, Shape, Tree, Way, Zebra};
use super::{Profile, TypeSchema, checked, output, result};
use crate::schema::OutputSchema;

fn made<T: JsonSchema>(profile: Profile) -> OutputSchema {
    let made = output(TypeSchema::result::<T>(), profile).expect("a schema");
    let wrapped = checked(&made.wrapped);
    assert_eq!(wrapped["type"], "object");
    assert_eq!(wrapped["required"], json!(["result"]));
    let schema = checked(&made.text);
    if made.is_object {
        assert_eq!(schema["type"], "object", "{schema}");
    }
    made
}

#[test]
fn records_maps_and_enums_of_records_are_objects() {
    for profile in [Profile::Plain, Profile::Full] {
        assert!(made::<Zebra>(profile).is_object);
        assert!(made::<HashMap<String, u8>>(profile).is_object);
        assert!(made::<Command>(profile).is_object);
        assert!(made::<Result<Zebra, Command>>(profile).is_object);
        assert!(made::<Tree>(profile).is_object);
        assert!(!made::<Shape>(profile).is_object);
        assert!(!made::<Option<Zebra>>(profile).is_object);
        assert!(!made::<Vec<Zebra>>(profile).is_object);
        assert!(!made::<Either>(profile).is_object);
        assert!(!made::<Value>(profile).is_object);
    }
}

#[test]
fn an_enum_of_records_says_object_beside_its_variants() {
    let schema = result::<Command>();
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["anyOf"].as_array().map(Vec::len), Some(3));
}

#[test]
fn strings_are_told_from_the_rest() {
    for profile in [Profile::Plain, Profile::Full] {
        assert!(made::<String>(profile).is_string);
        assert!(made::<char>(profile).is_string);
        assert!(made::<Loudness>(profile).is_string);
        assert!(made::<Way>(profile).is_string);
        assert!(!made::<Option<String>>(profile).is_string);
        assert!(!made::<Either>(profile).is_string);
        assert!(!made::<u8>(profile).is_string);
    }
}

#[test]
fn the_wrapped_form_has_the_value_under_result() {
    assert_eq!(
        made::<Vec<u32>>(Profile::Plain).wrapped,
        r#"{"type":"object","properties":{"result":{"type":"array","items":{"type":"integer","minimum":0,"maximum":4294967295}}},"required":["result"]}"#
    );
    let wrapped = checked(&made::<Vec<Tree>>(Profile::Plain).wrapped);
    assert_eq!(
        wrapped["properties"]["result"]["items"],
        json!({ "$ref": "#/$defs/Tree" })
    );
    assert!(wrapped["properties"]["result"].get("$defs").is_none());
}

#[test]
fn a_recursive_root_says_what_it_is() {
    let schema = result::<Tree>();
    assert!(schema.get("$ref").is_none());
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["description"], "A tree.");
    assert_eq!(
        schema["properties"]["others"]["items"],
        json!({ "$ref": "#/$defs/Tree" })
    );
    let full = checked(&made::<Tree>(Profile::Full).text);
    assert_eq!(full["$ref"], "#/$defs/Tree");
    let validator = jsonschema::validator_for(&schema).expect("valid");
    let leaf = json!({ "value": 1, "left": null, "others": [] });
    assert!(validator.is_valid(&json!({ "value": 1, "left": leaf, "others": [leaf] })));
    assert!(!validator.is_valid(&json!({ "value": 1, "left": { "value": "1" }, "others": [] })));
}

#[test]
fn null_stays_where_serde_writes_it() {
    assert_eq!(
        result::<Zebra>()["properties"]["name"],
        json!({ "type": ["string", "null"] })
    );
    assert_eq!(
        result::<Zebra>()["required"],
        json!(["stripes", "name", "legs", "age"])
    );
    let tree = &result::<Tree>()["properties"]["left"];
    assert_eq!(
        tree["anyOf"],
        json!([{ "$ref": "#/$defs/Tree" }, { "type": "null" }])
    );
}
