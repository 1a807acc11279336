//! The rules of the plain profile, on derived types.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::types::{
    Adjacent, Command, Either, Flat, FlatOptions, Loudness, Nested, Odd, Page, Ping, Shape, Strict,
    Tree, Way, Wrapper, Zebra,
};
use super::{Profile, assert_text, input, parameter, plain, plain_optional, result};
use crate::schema::walk;
use crate::schema::{Property, TypeSchema, object};

fn assert_plain(schema: &Value) {
    let text = schema.to_string();
    let admits_array = |kind: &Value| {
        kind == "array"
            || kind
                .as_array()
                .is_some_and(|kinds| kinds.contains(&json!("array")))
    };
    walk::look(schema, &mut |object| {
        for word in [
            "const",
            "oneOf",
            "prefixItems",
            "patternProperties",
            "$schema",
            "$id",
        ] {
            assert!(!object.contains_key(word), "{word} in {text}");
        }
        if object.get("type").is_some_and(admits_array) {
            assert!(object.get("items").is_some_and(Value::is_object), "{text}");
        }
        for property in object
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flat_map(|all| all.values())
        {
            assert!(property.is_object(), "{text}");
            let says = ["type", "anyOf", "$ref"]
                .iter()
                .any(|word| property.get(word).is_some());
            assert!(says, "a property without a type in {text}");
        }
        if let Some(format) = object.get("format") {
            assert!(
                ["ipv4", "date-time", "uuid"].contains(&format.as_str().expect("text")),
                "{text}"
            );
        }
        for bound in ["minimum", "maximum"] {
            let bound = object.get(bound).and_then(Value::as_f64).unwrap_or(0.0);
            assert!(bound.abs() <= 9_007_199_254_740_991.0, "{text}");
        }
        if let Some(reference) = object.get("$ref") {
            assert!(
                reference.as_str().expect("text").starts_with("#/$defs/"),
                "{text}"
            );
        }
    });
}

#[test]
fn every_type_comes_out_plain() {
    macro_rules! all {
        ($($type:ty,)*) => { $(
            let schema = input::<$type>(Profile::Plain);
            assert_plain(&schema);
            for word in ["oneOf", "anyOf", "allOf", "not", "enum", "$ref", "title"] {
                assert!(schema.get(word).is_none(), "{word} at the root of {schema}");
            }
            assert_plain(&result::<$type>());
        )* };
    }
    all![
        Zebra,
        Loudness,
        Way,
        Command,
        Shape,
        Adjacent,
        Either,
        Flat,
        FlatOptions,
        Strict,
        Tree,
        Ping,
        Page<Page<Way>>,
        Wrapper,
        Odd,
        Nested,
        std::ffi::CString,
        std::ops::Range<usize>,
        HashSet<char>,
        (Vec<Value>, [u8; 0]),
        Annotated,
        Formats,
    ];
}

#[test]
fn properties_stand_in_the_order_of_the_fields() {
    assert_text::<Zebra>(
        r#"{"type":"object","properties":{"stripes":{"type":"integer","minimum":0,"maximum":65535,"description":"Stripes on each side."},"name":{"type":"string"},"legs":{"type":"integer","minimum":0,"maximum":255,"default":4},"age":{"type":"number"}},"required":["stripes","age"]}"#,
    );
}

#[test]
fn a_documented_unit_enum_is_one_enum() {
    let way = r#"{"type":"string","enum":["foot","train","plane"],"description":"How to travel.\n\n- `train`: By train, the slow one.\n- `plane`: By air."}"#;
    assert_text::<Way>(way);
    assert_eq!(plain_optional::<Option<Way>>().to_string(), way);
    assert_eq!(
        result::<Option<Loudness>>().to_string(),
        r#"{"type":["string","null"],"enum":["very_loud","quiet",null],"description":"How loud."}"#
    );
}

#[test]
fn the_description_of_the_parameter_wins_and_the_variants_stay() {
    let property = Property {
        description: Some("Volume of the second pass."),
        default: Some(r#""quiet""#),
        ..parameter::<Loudness>("x", false)
    };
    let schema = object(&[property], Profile::Plain).expect("a schema");
    assert_eq!(
        schema,
        r#"{"type":"object","properties":{"x":{"type":"string","enum":["very_loud","quiet"],"description":"Volume of the second pass.","default":"quiet"}},"additionalProperties":false}"#
    );
    let property = Property {
        description: Some("There."),
        ..parameter::<Option<Way>>("x", false)
    };
    let schema = object(&[property], Profile::Plain).expect("a schema");
    assert!(
        schema.contains(r#""description":"There.\n\n- `train`: By train"#),
        "{schema}"
    );
}

#[test]
fn an_enum_of_records_is_an_any_of_under_its_property() {
    assert_eq!(
        plain::<Command>()["anyOf"][1].to_string(),
        r#"{"type":"object","properties":{"op":{"type":"string","enum":["del"]},"id":{"type":"string"}},"required":["op","id"]}"#
    );
    // the unit variants stand together, their texts with them
    assert_eq!(
        plain::<Shape>()["anyOf"][0].to_string(),
        r#"{"type":"string","enum":["Empty","All"],"description":"- `Empty`: Nothing.\n- `All`: Everything."}"#
    );
    // no `null` of an optional field in an argument, but in a result
    let field = "/anyOf/0/properties/b/type";
    assert_eq!(plain::<Command>().pointer(field), Some(&json!("integer")));
    assert_eq!(
        result::<Command>().pointer(field),
        Some(&json!(["integer", "null"]))
    );
}

#[test]
fn properties_called_like_words_of_the_schema_stay() {
    assert_text::<Odd>(
        r#"{"type":"object","properties":{"format":{"type":"string","description":"A format."},"title":{"type":"integer","minimum":0,"maximum":255},"$schema":{"type":"string"},"const":{"type":"boolean"},"properties":{"type":"object","additionalProperties":{"type":"integer","minimum":0,"maximum":255}},"$ref":{"type":"integer"}},"required":["format","title","const","properties","$ref"]}"#,
    );
}

#[derive(JsonSchema, Deserialize)]
#[schemars(title = "Annotated", example = json!({"format": "uint8", "const": 1, "$ref": "#/nowhere"}))]
#[allow(dead_code)]
struct Annotated {
    #[schemars(title = "A good title")]
    #[serde(default = "tricky")]
    data: Value,
    #[schemars(range(min = 5))]
    small: u32,
    #[schemars(range(max = 9_223_372_036_854_775_807_i64))]
    large: i64,
    #[schemars(extend("enum" = [{"format": "int32"}, null]))]
    #[schemars(extend("x-own" = {"const": true}))]
    extended: Value,
    #[schemars(length(min = 1), pattern("^a"))]
    text: String,
    #[serde(default)]
    nothing: Option<u8>,
}

fn tricky() -> Value {
    json!({"type": "array", "format": "double", "const": {"title": "Annotated"}})
}

#[test]
fn data_is_not_taken_for_schemas() {
    let schema = plain::<Annotated>();
    assert_eq!(schema["properties"]["data"]["default"], tricky());
    assert_eq!(schema["examples"][0]["const"], 1);
    assert_eq!(
        schema["properties"]["extended"]["enum"],
        json!([{"format": "int32"}, null])
    );
    assert_eq!(
        schema["properties"]["extended"]["x-own"],
        json!({"const": true})
    );
}

#[test]
fn titles_stay_unless_they_repeat_the_type() {
    let schema = plain::<Annotated>();
    assert_eq!(schema.get("title"), None);
    assert_eq!(schema["properties"]["data"]["title"], "A good title");
}

#[test]
fn bounds_of_the_user_stay_while_they_are_exact() {
    let properties = &plain::<Annotated>()["properties"];
    assert_eq!(
        properties["small"].to_string(),
        r#"{"type":"integer","minimum":5,"maximum":4294967295}"#
    );
    assert_eq!(properties["large"].to_string(), r#"{"type":"integer"}"#);
    assert_eq!(
        properties["text"].to_string(),
        r#"{"type":"string","minLength":1,"pattern":"^a"}"#
    );
}

#[test]
fn a_default_of_null_goes_with_the_null() {
    assert_eq!(
        plain::<Annotated>()["properties"]["nothing"].to_string(),
        r#"{"type":"integer","minimum":0,"maximum":255}"#
    );
}

/// Hand-written, as the implementations for `chrono` and `uuid` are.
macro_rules! hand_written {
    ($name:ident, $schema:tt) => {
        struct $name;
        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!($schema)
            }
        }
    };
}

hand_written!(When, { "type": "string", "format": "date-time" });
hand_written!(Id, { "type": "string", "format": "uuid" });
hand_written!(LocalTime, { "type": "string", "format": "partial-date-time" });
hand_written!(Untyped, { "properties": { "a": true, "b": {} }, "required": ["a"] });
hand_written!(Old, { "type": "array", "items": [{ "type": "string" }, { "type": "integer" }], "additionalItems": false });
hand_written!(Both, { "oneOf": [{ "type": "string" }], "anyOf": [{ "minLength": 1 }, { "maxLength": 9 }] });
hand_written!(Closed, { "type": "object", "properties": { "a": { "type": "string" } }, "unevaluatedProperties": false });
hand_written!(SelfRef, { "type": "object", "properties": { "next": { "$ref": "#" } } });
hand_written!(Never, { "type": "object", "properties": { "a": false } });
hand_written!(WithDefs, { "$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": "#/$defs/Inner", "$defs": { "Inner": { "type": "string" } } });

#[derive(JsonSchema)]
#[allow(dead_code)]
struct Formats {
    when: When,
    id: Id,
    local: LocalTime,
    address: std::net::Ipv4Addr,
}

#[test]
fn formats_of_json_schema_stay_and_others_go() {
    let properties = &plain::<Formats>()["properties"];
    assert_eq!(properties["when"]["format"], "date-time");
    assert_eq!(properties["id"]["format"], "uuid");
    assert_eq!(properties["local"], json!({ "type": "string" }));
}

#[test]
fn hand_written_schemas_are_brought_into_form() {
    let any = super::super::plain::any();
    assert_eq!(
        plain::<Untyped>(),
        json!({ "type": "object", "properties": { "a": any, "b": any }, "required": ["a"] })
    );
    assert_eq!(
        plain::<Old>()["items"],
        json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }] })
    );
    assert_eq!(plain::<Closed>()["additionalProperties"], json!(false));
    assert_eq!(plain::<Never>()["properties"]["a"], json!({ "not": {} }));
    assert_eq!(plain::<WithDefs>(), json!({ "type": "string" }));
    assert!(plain::<Both>().get("oneOf").is_none());
    let schema = input::<SelfRef>(Profile::Plain);
    assert_eq!(
        schema["properties"]["x"],
        json!({ "$ref": "#/$defs/SelfRef" })
    );
    assert_eq!(
        schema["$defs"]["SelfRef"]["properties"]["next"],
        json!({ "$ref": "#/$defs/SelfRef" })
    );
}

#[test]
fn denied_unknown_fields_close_the_record() {
    assert_text::<Strict>(
        r#"{"type":"object","properties":{"only":{"type":"boolean"}},"required":["only"],"additionalProperties":false}"#,
    );
}

#[test]
fn what_would_grow_without_end_keeps_its_definitions() {
    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct Two<T> {
        left: T,
        right: T,
    }
    type Four<T> = Two<Two<T>>;
    type Sixteen<T> = Four<Four<T>>;
    type Big = Sixteen<Sixteen<Sixteen<Sixteen<u8>>>>;
    let text = object(
        &[Property {
            key: "x",
            description: None,
            required: true,
            default: None,
            schema: TypeSchema::argument::<Big>(),
            ..Property::EMPTY
        }],
        Profile::Plain,
    )
    .expect("a schema");
    assert!(text.len() < 10_000, "{}", text.len());
    super::checked(&text);
}
