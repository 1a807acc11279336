//! The rules that clients and model interfaces hold schemas to, each on every published schema.

use crate::fixture::{argument, input, output, published};
use crate::walk::{Place, admits, places};
use mcp::{Era, Profile};
use serde_json::{Value, json};

/// Calls `rule` with every place of every schema of the plain profile.
fn everywhere(rule: impl Fn(&Place<'_>) -> bool) {
    let faults: Vec<String> = published(Profile::Plain)
        .iter()
        .flat_map(|(of, root)| {
            let faults = places(root).into_iter().filter(|place| !rule(place));
            faults
                .map(|place| format!("{of}: {} at {}", place.schema, place.at))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn formats_are_those_of_json_schema_alone() {
    const DEFINED: [&str; 19] = [
        "date",
        "date-time",
        "duration",
        "email",
        "hostname",
        "idn-email",
        "idn-hostname",
        "ipv4",
        "ipv6",
        "iri",
        "iri-reference",
        "json-pointer",
        "regex",
        "relative-json-pointer",
        "time",
        "uri",
        "uri-reference",
        "uri-template",
        "uuid",
    ];
    everywhere(|place| match &place.schema["format"] {
        Value::Null => true,
        format => format
            .as_str()
            .is_some_and(|format| DEFINED.contains(&format)),
    });
    assert_eq!(
        argument("formats", "at"),
        json!({"type": "string", "format": "date-time"})
    );
    assert_eq!(
        argument("formats", "id"),
        json!({"type": "string", "format": "uuid"})
    );
    assert_eq!(
        argument("formats", "ip"),
        json!({"type": "string", "format": "ipv4"})
    );
    assert_eq!(argument("formats", "any_ip"), json!({"type": "string"}));
    assert_eq!(
        output("formats", Era::Modern),
        Some(json!({"type": "string", "format": "date"}))
    );
}

#[test]
fn bounds_take_the_place_of_numeric_formats() {
    let bounded =
        |least: i64, most: i64| json!({"type": "integer", "minimum": least, "maximum": most});
    assert_eq!(argument("numbers", "a"), bounded(0, 255));
    assert_eq!(argument("numbers", "b"), bounded(0, 65_535));
    assert_eq!(argument("numbers", "c"), bounded(0, 4_294_967_295));
    assert_eq!(argument("numbers", "h"), bounded(1, 4_294_967_295));
    assert_eq!(argument("numbers", "m"), bounded(0, 4_294_967_295));
    assert_eq!(
        argument("numbers", "l"),
        json!({"type": "array", "items": bounded(0, 255)})
    );
    for key in ["d", "e", "g"] {
        assert_eq!(
            argument("numbers", key),
            json!({"type": "integer", "minimum": 0}),
            "{key}"
        );
    }
    assert_eq!(argument("numbers", "f"), json!({"type": "integer"}));
    assert_eq!(argument("numbers", "i"), json!({"type": "number"}));
}

#[test]
fn no_bound_is_beyond_what_a_double_holds() {
    const EXACT: f64 = 9_007_199_254_740_991.0;
    everywhere(|place| {
        ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]
            .iter()
            .all(|word| {
                place.schema[word]
                    .as_f64()
                    .is_none_or(|bound| bound.abs() <= EXACT)
            })
    });
}

#[test]
fn a_root_is_an_object_without_combinators() {
    for (of, root) in published(Profile::Plain) {
        if of.contains("inputSchema") {
            assert_eq!(root["type"], "object", "{of}");
            assert!(root["properties"].is_object(), "{of}");
            for word in ["oneOf", "anyOf", "allOf", "not", "enum", "$ref"] {
                assert_eq!(root.get(word), None, "{of}");
            }
        } else if of.contains("Legacy") {
            assert_eq!(root["type"], "object", "{of}");
        }
    }
    // an enum stands under its parameter
    let branches = argument("run", "cmd")["anyOf"].as_array().map(Vec::len);
    assert_eq!(branches, Some(2));
}

#[test]
fn every_array_has_an_object_as_items() {
    everywhere(|place| !admits(place.schema, "array") || place.schema["items"].is_object());
    let nested =
        json!({"type": "array", "items": {"type": "array", "items": argument("numbers", "m")}});
    assert_ne!(argument("arrays", "lists"), nested);
    assert_eq!(
        argument("arrays", "pair"),
        json!({
            "type": "array",
            "items": {"anyOf": [
                {"type": "integer", "minimum": -2_147_483_648_i64, "maximum": 2_147_483_647},
                {"type": "string"},
            ]},
            "minItems": 2,
            "maxItems": 2,
        })
    );
    assert_eq!(
        argument("arrays", "names"),
        json!({"type": "array", "items": {"type": "string"}})
    );
}

#[test]
fn every_schema_of_a_value_is_an_object_that_names_its_types() {
    everywhere(|place| {
        let is_said_elsewhere = ["anyOf", "allOf", "$ref", "not"]
            .iter()
            .any(|word| place.schema.get(word).is_some());
        match place.under {
            // `false` closes an object; every client knows it
            "additionalProperties" | "unevaluatedProperties" => place.schema != true,
            // the rest of a value of any type
            "items" | "not" => place.schema.is_object(),
            // a branch may leave the type to what it stands in
            "anyOf" | "allOf" => place.schema.is_object(),
            _ => place.schema["type"] != Value::Null || is_said_elsewhere,
        }
    });
    let any =
        json!({"type": ["object", "array", "string", "number", "boolean", "null"], "items": {}});
    assert_eq!(argument("put", "value"), any);
    assert_eq!(argument("json", "maybe"), any);
    assert_eq!(argument("json", "text"), any);
    assert_eq!(
        argument("json", "members"),
        json!({"type": "object", "additionalProperties": any})
    );
}

#[test]
fn what_may_be_left_out_is_not_required_and_has_no_null() {
    let input = input("options");
    assert_eq!(input.get("required"), None, "{input}");
    assert_eq!(argument("options", "text"), json!({"type": "string"}));
    let mode = argument("options", "mode");
    assert_eq!(
        (&mode["type"], &mode["enum"]),
        (&json!("string"), &json!(["fast", "slow"]))
    );
    let record = argument("options", "record");
    assert_eq!(record["type"], "object");
    assert_eq!(record["required"], json!(["level"]));
    assert_eq!(record["properties"]["mode"]["type"], "string");
    // an element keeps its `null`
    assert_eq!(
        argument("options", "list")["items"]["type"],
        json!(["integer", "null"])
    );
    // and so does what serde writes
    let result = output("options", Era::Modern).expect("a schema");
    assert_eq!(result["type"], json!(["object", "null"]));
    assert_eq!(
        result["properties"]["mode"]["enum"],
        json!(["fast", "slow", null])
    );
}

#[test]
fn an_enum_is_a_list_of_values_and_its_texts_are_in_the_description() {
    everywhere(|place| place.schema.get("const").is_none() && place.schema.get("oneOf").is_none());
    let description = "How fast.\n\n- `fast`: As fast as it goes.\n- `slow`: With care.";
    let mode = json!({"type": "string", "enum": ["fast", "slow"], "description": description});
    assert_eq!(argument("enums", "mode"), mode);
    assert_eq!(output("mode", Era::Modern), Some(mode));
    assert_eq!(output("mode", Era::Legacy), None);
}

#[test]
fn every_schema_is_valid_and_has_no_unknown_word() {
    for profile in [Profile::Plain, Profile::Full] {
        for (of, root) in published(profile) {
            if let Err(error) = jsonschema::draft202012::meta::validate(&root) {
                panic!("{of}: {error} in {root}");
            }
            // the walk knows the words
            assert!(!places(&root).is_empty(), "{of}");
        }
    }
}

#[test]
fn every_reference_resolves_in_its_own_schema() {
    for profile in [Profile::Plain, Profile::Full] {
        let mut references = 0;
        for (of, root) in published(profile) {
            jsonschema::draft202012::new(&root).unwrap_or_else(|error| panic!("{of}: {error}"));
            for place in places(&root) {
                let Some(reference) = place.schema["$ref"].as_str() else {
                    continue;
                };
                references += 1;
                let name = reference
                    .strip_prefix("#/$defs/")
                    .unwrap_or_else(|| panic!("{of}: {reference}"));
                assert!(root["$defs"].get(name).is_some(), "{of}: {reference}");
            }
            for (name, _) in root["$defs"].as_object().into_iter().flatten() {
                let reference = json!(format!("#/$defs/{name}"));
                let is_used = places(&root)
                    .iter()
                    .any(|place| place.schema["$ref"] == reference);
                assert!(is_used, "{of}: nothing refers to {name}");
            }
        }
        assert!(
            references > 10,
            "the test must see references, it saw {references}"
        );
    }
}

#[test]
fn only_recursive_types_are_definitions() {
    for (of, root) in published(Profile::Plain) {
        let names: Vec<&String> = root["$defs"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, _)| name)
            .collect();
        assert!(names.iter().all(|name| *name == "Tree"), "{of}: {names:?}");
        let is_recursive = ["arrays", "options", "play", "grow", "forest", "pages"]
            .iter()
            .any(|tool| of.starts_with(tool));
        assert!(is_recursive || names.is_empty(), "{of}: {names:?}");
    }
    assert_eq!(argument("grow", "tree"), json!({"$ref": "#/$defs/Tree"}));
}

#[test]
fn no_dialect_and_no_name_of_a_rust_type_is_published() {
    everywhere(|place| {
        place.schema.get("$schema").is_none()
            && place
                .schema
                .get("title")
                .is_none_or(|title| title == "A page of things")
    });
    assert_eq!(argument("pages", "page")["title"], "A page of things");
}

#[test]
fn the_plain_profile_has_no_word_that_clients_refuse() {
    let words = [
        "patternProperties",
        "prefixItems",
        "uniqueItems",
        "nullable",
        "$id",
        "definitions",
    ];
    everywhere(|place| words.iter().all(|word| place.schema.get(word).is_none()));
    let values = json!({"type": "integer", "minimum": -128, "maximum": 127});
    assert_eq!(
        argument("numbers", "p"),
        json!({"type": "object", "additionalProperties": values})
    );
}
