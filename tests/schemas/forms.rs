//! What single types and tools look like: texts, members, roots.

use crate::fixture::{argument, input, output};
use mcp::Era;
use serde_json::{Value, json};

#[test]
fn the_description_of_a_parameter_wins_over_that_of_its_type() {
    assert_eq!(
        argument("play", "first")["description"],
        "Volume of the first pass."
    );
    assert_eq!(
        argument("play", "second")["description"],
        "Volume of the second pass."
    );
    assert_eq!(argument("play", "plain")["description"], "How loud.");
    assert_eq!(
        argument("play", "mode")["description"],
        "Mode of both.\n\n- `fast`: As fast as it goes.\n- `slow`: With care."
    );
    // beside a reference as well
    assert_eq!(
        argument("play", "tree"),
        json!({"$ref": "#/$defs/Tree", "description": "Where it ends."})
    );
    assert_eq!(
        argument("play", "first")["properties"]["level"]["description"],
        "In decibels."
    );
}

#[test]
fn members_called_like_words_and_texts_in_data_are_left_alone() {
    assert_eq!(
        argument("odd", "format"),
        json!({"type": "string", "default": "int64"})
    );
    let odd = argument("odd", "odd");
    let members: Vec<&String> = odd["properties"]
        .as_object()
        .expect("members")
        .keys()
        .collect();
    assert_eq!(members, ["format", "title", "$ref", "anyOf", "properties"]);
    assert_eq!(odd["properties"]["format"]["default"], "uint8");
    assert_eq!(
        odd["properties"]["format"]["description"],
        "The format, for example `int64`."
    );
    assert_eq!(
        odd["properties"]["title"]["examples"],
        json!(["int32", "double"])
    );
    let default =
        json!({"format": "float", "const": null, "nullable": true, "type": ["null", "string"]});
    assert_eq!(odd["properties"]["properties"]["default"], default);
}

#[test]
fn a_tool_without_arguments_has_the_schema_of_the_empty_object() {
    let empty = r#"{"type":"object","properties":{},"additionalProperties":false}"#;
    for tool in ["now", "nothing", "ids", "mode"] {
        assert_eq!(input(tool).to_string(), empty);
    }
}

#[test]
fn an_output_schema_of_another_type_than_object_is_for_modern_clients_only() {
    let list = json!({"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32}});
    assert_eq!(output("bare_ids", Era::Modern), Some(list.clone()));
    assert_eq!(output("bare_ids", Era::Legacy), None);
    assert_eq!(output("ids", Era::Modern), Some(list.clone()));
    let wrapped = json!({"type": "object", "properties": {"result": list}, "required": ["result"]});
    assert_eq!(output("ids", Era::Legacy), Some(wrapped));
    assert_eq!(output("now", Era::Modern), None);
}

#[test]
fn types_that_serde_closes_are_closed() {
    let duration = argument("times", "duration");
    assert_eq!(
        (&duration["type"], &duration["additionalProperties"]),
        (&json!("object"), &json!(false))
    );
    assert_eq!(
        argument("times", "outcome")["anyOf"][0]["additionalProperties"],
        false
    );
    assert_eq!(argument("numbers", "n")["additionalProperties"], false);
}

#[test]
fn members_stand_in_the_order_of_their_declaration() {
    let keys = |schema: &Value| {
        schema["properties"]
            .as_object()
            .expect("members")
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(
        keys(&input("ordered")),
        ["zebra", "apple", "mango", "banana"]
    );
    assert_eq!(
        keys(&argument("ordered", "mango")),
        ["zebra", "apple", "mango", "Banana"]
    );
    let output = output("ordered", Era::Legacy).expect("a schema");
    assert_eq!(keys(&output), ["zebra", "apple", "mango", "Banana"]);
    assert_eq!(keys(&argument("flat", "flat")), ["first", "level", "mode"]);
}

#[test]
fn a_raw_name_is_published_without_its_mark() {
    let names = input("type")["properties"]
        .as_object()
        .expect("members")
        .keys()
        .cloned()
        .collect::<Vec<_>>();
    assert_eq!(names, ["fn", "match"]);
    assert_eq!(input("type")["required"], json!(["fn"]));
}
