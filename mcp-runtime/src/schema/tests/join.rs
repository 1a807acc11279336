//! Joining parameters, and the definitions of recursive types.

use schemars::JsonSchema;
use serde_json::{Value, json};

use super::types::{Loudness, Page, Ping, Tree, Zebra};
use super::{Profile, checked, input, object, parameter};
use crate::schema::{Property, SchemaError, Text};

#[test]
fn no_parameters_is_an_empty_closed_object() {
    assert_eq!(
        object(&[], Profile::Plain).expect("a schema"),
        r#"{"type":"object","properties":{},"additionalProperties":false}"#
    );
}

#[test]
fn parameters_stand_in_their_order_with_description_and_default_last() {
    let properties = [
        Property {
            description: Some("The second addend."),
            ..parameter::<i64>("b", true)
        },
        Property {
            description: Some("The first \"addend\"."),
            default: Some("1"),
            ..parameter::<Option<u8>>("a", false)
        },
        Property {
            description: Some("Anything."),
            ..parameter::<Value>("c", true)
        },
    ];
    let text = object(&properties, Profile::Plain).expect("a schema");
    assert_eq!(
        text,
        concat!(
            r#"{"type":"object","properties":{"b":{"type":"integer","description":"The second addend."},"#,
            r#""a":{"type":"integer","minimum":0,"maximum":255,"description":"The first \"addend\".","default":1},"#,
            r#""c":{"type":["object","array","string","number","boolean","null"],"items":{},"description":"Anything."}},"#,
            r#""required":["b","c"],"additionalProperties":false}"#,
        )
    );
    assert_eq!(
        text,
        object(&properties, Profile::Plain).expect("a schema"),
        "the same each time"
    );
}

#[test]
fn recursive_types_share_one_definition_at_the_root() {
    let properties = [
        parameter::<Tree>("a", true),
        parameter::<Option<Tree>>("b", false),
        parameter::<Page<Ping>>("c", true),
    ];
    for profile in [Profile::Plain, Profile::Full] {
        let schema = checked(&object(&properties, profile).expect("a schema"));
        assert_eq!(schema["properties"]["a"], json!({ "$ref": "#/$defs/Tree" }));
        assert!(schema["$defs"]["Pong"].is_object());
        assert!(schema["properties"]["a"].get("$defs").is_none());
    }
    let schema = checked(&object(&properties, Profile::Plain).expect("a schema"));
    assert_eq!(schema["properties"]["b"], json!({ "$ref": "#/$defs/Tree" }));
    let names: Vec<&String> = schema["$defs"]
        .as_object()
        .expect("an object")
        .keys()
        .collect();
    assert_eq!(names, ["Tree", "Ping", "Pong"]);
    // where the type is recursive the field keeps its own text
    assert_eq!(
        schema["$defs"]["Tree"]["properties"]["left"],
        json!({ "$ref": "#/$defs/Tree", "description": "Smaller ones." })
    );
}

mod other {
    use schemars::JsonSchema;

    /// Another tree.
    #[derive(JsonSchema)]
    #[allow(dead_code)]
    pub(super) struct Tree {
        leaves: Vec<Tree>,
        age: super::Level,
    }
}

#[derive(JsonSchema)]
#[allow(dead_code)]
struct Level {
    up: Option<Box<Level>>,
}

#[test]
fn types_of_one_name_do_not_collide() {
    let properties = [
        parameter::<Tree>("a", true),
        parameter::<other::Tree>("b", true),
        parameter::<Level>("c", true),
    ];
    for profile in [Profile::Plain, Profile::Full] {
        let schema = checked(&object(&properties, profile).expect("a schema"));
        assert_eq!(
            schema["properties"]["b"],
            json!({ "$ref": "#/$defs/Tree2" })
        );
        let other = &schema["$defs"]["Tree2"];
        assert_eq!(
            other["properties"]["leaves"]["items"],
            json!({ "$ref": "#/$defs/Tree2" })
        );
        assert_eq!(other["description"], "Another tree.");
        assert_eq!(schema["$defs"]["Tree"]["description"], "A tree.");
        assert_eq!(
            schema["properties"]["c"],
            json!({ "$ref": "#/$defs/Level" })
        );
    }
}

/// Two hand-written types with one name have one id too.
macro_rules! called_thing {
    ($name:ident, $kind:literal) => {
        struct $name;
        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                "Thing~/%".into()
            }
            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let own = generator.subschema_for::<Self>();
                schemars::json_schema!({
                    "type": "object",
                    "properties": { "kind": { "type": $kind }, "inner": own },
                })
            }
        }
    };
}
called_thing!(First, "string");
called_thing!(Second, "boolean");

#[test]
fn hand_written_types_of_one_name_do_not_collide() {
    let properties = [
        parameter::<First>("a", true),
        parameter::<Second>("b", true),
    ];
    let schema = object(&properties, Profile::Plain).expect("a schema");
    let schema = checked(&schema);
    assert_eq!(
        schema["properties"]["b"],
        json!({ "$ref": "#/$defs/Thing~0~1%252" })
    );
    let validator = jsonschema::validator_for(&schema).expect("valid");
    let inner = |a: Value, b: Value| json!({ "a": { "inner": { "kind": a } }, "b": { "inner": { "kind": b } } });
    assert!(validator.is_valid(&inner(json!("text"), json!(true))));
    assert!(!validator.is_valid(&inner(json!(true), json!("text"))));
}

#[test]
fn a_key_twice_is_refused() {
    let properties = [parameter::<u8>("a", true), parameter::<u8>("a", false)];
    let error = object(&properties, Profile::Plain).expect_err("two of one name");
    assert_eq!(
        error.to_string(),
        "there are two properties called `a`; rename one of them"
    );
}

#[test]
fn a_default_must_be_json() {
    let property = Property {
        default: Some("{"),
        ..parameter::<u8>("a", false)
    };
    let error = object(&[property], Profile::Plain).expect_err("not JSON");
    assert!(matches!(error, SchemaError::Default { .. }));
    assert_eq!(
        error.to_string(),
        "the default of parameter `a` is not JSON"
    );
    assert!(std::error::Error::source(&error).is_some());
}

#[test]
fn the_full_profile_is_what_the_generator_gives() {
    let schema = input::<Zebra>(Profile::Full);
    assert_eq!(
        schema["properties"]["x"],
        json!({ "$ref": "#/$defs/Zebra" })
    );
    let zebra = &schema["$defs"]["Zebra"]["properties"];
    assert_eq!(zebra["stripes"]["format"], "uint16");
    assert_eq!(zebra["name"]["type"], json!(["string", "null"]));
    let property = Property {
        description: Some("Volume."),
        ..parameter::<Option<Loudness>>("x", false)
    };
    let schema = checked(&object(&[property], Profile::Full).expect("a schema"));
    assert_eq!(
        schema["properties"]["x"],
        json!({ "anyOf": [{ "$ref": "#/$defs/Loudness" }, { "type": "null" }], "description": "Volume." })
    );
}

#[test]
fn a_literal_stands_only_if_every_name_is_what_it_seems() {
    const BOTH: Text = Text::checked("{}", &[("i64", "i64"), ("Vec", "Vec")]);
    const OWN: Text = Text::checked("{}", &[("i64", "i64"), ("", "String")]);
    const LONGER: Text = Text::checked("{}", &[("i640", "i64")]);
    assert_eq!(BOTH, Text::Literal("{}"));
    assert_eq!(OWN, Text::FromTypes);
    assert_eq!(LONGER, Text::FromTypes);
}
