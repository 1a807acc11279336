//! Arguments held against the published schema: `Server::validate_arguments`, feature `validate`.

#![allow(dead_code, reason = "shown by `Debug`")]

use crate::Client;
use mcp::schema::Profile;
use mcp::{ObjectSchema, Registry, Server, Service, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(Debug, Deserialize, JsonSchema)]
struct Booking {
    #[schemars(range(min = 1, max = 9))]
    seats: u32,
    #[schemars(length(min = 2, max = 3), regex(pattern = "^[A-Z]+$"))]
    airport: String,
    #[schemars(extend("exclusiveMinimum" = 0))]
    price: Option<f64>,
    #[schemars(length(max = 2), inner(length(min = 1)))]
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema, mcp::Record)]
struct Filter {
    #[schemars(range(min = 1))]
    stops: u8,
    #[schemars(email)]
    contact: Option<String>,
    #[serde(default)]
    within: Option<Booking>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Seats(#[schemars(range(min = 1, max = 9))] u32);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Shape {
    Circle {
        #[schemars(range(min = 0))]
        radius: f64,
        label: Option<String>,
    },
    Square {
        side: f64,
    },
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Tree {
    #[schemars(length(min = 1))]
    name: String,
    #[serde(default)]
    children: Vec<Tree>,
    next: Option<Box<Tree>>,
}

#[mcp::tool(unlisted)]
fn book(booking: Booking, #[arg(unroll)] filter: Filter, seats: Option<Seats>) -> String {
    format!("{booking:?} {filter:?} {seats:?}")
}

#[mcp::tool(unlisted)]
fn draw(
    shape: Shape,
    more: Option<BTreeMap<String, Option<Seats>>>,
    raw: Option<Box<RawValue>>,
) -> String {
    format!("{shape:?} {more:?} {}", raw.is_some())
}

#[mcp::tool(unlisted)]
fn walk(tree: Tree, #[arg(max = 10)] n: u64, #[arg(default = 2)] depth: u8) -> String {
    format!("{tree:?} {n} {depth}")
}

#[mcp::tool(unlisted, lenient)]
fn relaxed(booking: Booking, seats: Option<Seats>, shape: Option<Vec<Shape>>) -> String {
    format!("{booking:?} {seats:?} {shape:?}")
}

const TEN: &str = r#"{"type":"object","properties":{"n":{"maximum":10}}}"#;

#[mcp::tool(unlisted, input_schema = TEN)]
fn by_hand(n: u32) -> u32 {
    n
}

fn tools() -> Registry {
    mcp::tools![book, draw, walk]
}

fn service(tools: Registry) -> Service {
    let server = Server::new("demo", "1.0.0").tools(tools);
    server.validate_arguments().build().expect("a sound server")
}

async fn lines(service: &Service, tool: &str, arguments: Value) -> Vec<String> {
    let result = Client::modern(service).call(tool, arguments).await;
    assert_eq!(result["isError"], true, "{result}");
    let text = crate::text(&result);
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some(&*format!("invalid arguments for `{tool}`:"))
    );
    lines
        .map(|line| line.trim_start_matches("- ").to_owned())
        .collect()
}

async fn taken(service: &Service, tool: &str, arguments: Value) -> String {
    let result = Client::modern(service).call(tool, arguments).await;
    assert_eq!(result.get("isError"), None, "{result}");
    crate::text(&result)
}

#[tokio::test]
async fn what_the_types_publish_holds_all_at_once() {
    assert_eq!(
        lines(
            &service(tools()),
            "book",
            json!({
                "booking": {"seats": 0, "airport": "oslo", "price": 0, "tags": ["a", "", "c"]},
                "stops": 0,
                "contact": "nobody",
                "within": {"seats": 12, "airport": "OSL"},
                "seats": 10,
            })
        )
        .await,
        [
            "`booking.seats`: expected an integer from 1 to 9, got the number 0",
            "`booking.airport`: expected a string of 2 to 3 characters, got 4",
            "`booking.airport`: expected a string that matches `^[A-Z]+$`, got the string \"oslo\"",
            "`booking.price`: expected a number greater than 0, got the number 0",
            "`booking.tags`: expected an array of at most 2 elements, got 3",
            "`booking.tags[1]`: expected a string of at least 1 character, got 0",
            "`stops`: expected an integer from 1 to 255, got the number 0",
            "`contact`: expected an email address, got the string \"nobody\"",
            "`within.seats`: expected an integer from 1 to 9, got the number 12",
            "`seats`: expected an integer from 1 to 9, got the number 10",
        ]
    );
}

#[tokio::test]
async fn a_fault_that_both_find_is_told_once_and_stands_with_its_argument() {
    let service = service(tools());
    assert_eq!(
        lines(
            &service,
            "book",
            json!({
                "booking": {"seats": "4", "tags": "x"},
                "stops": 300,
                "within": {"airport": "OSL"},
                "seats": 0,
                "no pe": 1,
            })
        )
        .await,
        [
            "`booking.seats`: expected an integer, got the string \"4\"",
            "`booking.airport`: missing",
            "`booking.tags`: expected an array, got the string \"x\"",
            "`stops`: expected an integer from 0 to 255, got the number 300",
            "`within.seats`: missing",
            "`seats`: expected an integer from 1 to 9, got the number 0",
            "`no pe`: unknown argument; known: `booking`, `stops`, `contact`, `within`, `seats`",
        ]
    );
    assert_eq!(
        lines(&service, "walk", json!({"tree": {"name": ""}, "n": 11})).await,
        [
            "`tree.name`: expected a string of at least 1 character, got 0",
            "`n`: expected a number of at most 10, got the number 11",
        ]
    );
    assert_eq!(
        lines(&service, "walk", json!({})).await,
        ["`tree`: missing", "`n`: missing"]
    );
}

#[tokio::test]
async fn null_for_something_optional_is_as_if_left_out() {
    for profile in [Profile::Plain, Profile::Full] {
        let server = Server::new("demo", "1.0.0").tools(tools()).profile(profile);
        let service = server.validate_arguments().build().expect("a sound server");
        let text = taken(
            &service,
            "book",
            json!({
                "booking": {"seats": 1, "airport": "OSL", "price": null},
                "stops": 1, "contact": null, "within": null, "seats": null,
            }),
        )
        .await;
        assert!(
            text.ends_with("contact: None, within: None } None"),
            "{text}"
        );
        taken(
            &service,
            "draw",
            json!({"shape": {"kind": "circle", "radius": 1, "label": null}, "more": {"a": null, "b": 2}, "raw": null}),
        )
        .await;
        taken(
            &service,
            "walk",
            json!({"tree": {"name": "a", "next": null, "children": [{"name": "b", "next": null}]}, "n": 1, "depth": null}),
        )
        .await;
    }
}

#[tokio::test]
async fn the_form_that_was_meant_is_the_one_that_is_spoken_of() {
    let service = service(tools());
    assert_eq!(
        lines(
            &service,
            "draw",
            json!({"shape": {"kind": "circle", "radius": -1}, "more": {"a": 0, "b": "x"}})
        )
        .await,
        [
            "`shape.radius`: expected a number of at least 0, got the number -1",
            "`more.b`: expected an integer, got the string \"x\"",
            "`more.a`: expected an integer from 1 to 9, got the number 0",
        ]
    );
    assert_eq!(
        lines(
            &service,
            "draw",
            json!({"shape": {"kind": "square", "side": "x"}})
        )
        .await,
        ["`shape.side`: expected a number, got the string \"x\""]
    );
    assert_eq!(
        lines(&service, "draw", json!({"shape": {"kind": "square"}})).await,
        ["`shape.side`: missing"]
    );
}

#[tokio::test]
async fn what_came_as_text_is_held_as_what_it_stands_for() {
    let service = service(mcp::tools![relaxed]);
    assert_eq!(
        lines(
            &service,
            "relaxed",
            json!({"booking": r#"{"seats":"0","airport":"OSL","tags":"[\"\"]"}"#, "seats": "10"})
        )
        .await,
        [
            "`booking.seats`: expected an integer from 1 to 9, got the number 0",
            "`booking.tags[0]`: expected a string of at least 1 character, got 0",
            "`seats`: expected an integer from 1 to 9, got the number 10",
        ]
    );
    assert_eq!(
        lines(&service, "relaxed", json!({"booking": "x", "seats": "y"})).await,
        [
            "`booking`: expected an object, got the string \"x\"",
            "`seats`: expected an integer, got the string \"y\"",
        ]
    );
    taken(
        &service,
        "relaxed",
        json!({"booking": r#"{"seats":"9","airport":"OSL"}"#, "seats": "1", "shape": r#"[{"kind":"square","side":2}]"#}),
    )
    .await;
}

#[tokio::test]
async fn a_schema_by_hand_holds() {
    let service = service(mcp::tools![by_hand]);
    assert_eq!(
        lines(&service, "by_hand", json!({"n": 11})).await,
        ["`n`: expected a number of at most 10, got the number 11"]
    );
    assert_eq!(taken(&service, "by_hand", json!({"n": 10})).await, "10");
}

#[tokio::test]
async fn recursion_and_the_full_profile_are_no_obstacle() {
    for profile in [Profile::Plain, Profile::Full] {
        let server = Server::new("demo", "1.0.0").tools(tools()).profile(profile);
        let service = server.validate_arguments().build().expect("a sound server");
        assert_eq!(
            lines(
                &service,
                "walk",
                json!({"tree": {"name": "a", "children": [{"name": "b", "next": {"name": ""}}]}, "n": 1})
            )
            .await,
            ["`tree.children[0].next.name`: expected a string of at least 1 character, got 0"],
        );
    }
}

#[tokio::test]
async fn numbers_are_repeated_as_they_were_written() {
    let client = Client::modern(&service(tools()));
    let request = client.request(
        1,
        "tools/call",
        json!({"name": "book", "arguments": {"booking": {"seats": 777, "airport": "OSL"}, "stops": 1}}),
    );
    let request = request.to_string().replace("777", "1.50e1");
    let answer = client.send_text(&request).await.expect("an answer");
    assert!(
        answer
            .to_string()
            .contains("from 1 to 9, got the number 1.50e1"),
        "{answer}"
    );
}

#[tokio::test]
async fn raw_json_inside_the_arguments_is_looked_at_too() {
    let client = Client::modern(&service(tools()));
    let request = client.request(
        1,
        "tools/call",
        json!({"name": "draw", "arguments": {"shape": {"kind": "square", "side": 1}, "raw": 777}}),
    );
    let answer = |raw: &str| {
        let request = request.to_string().replace("777", raw);
        let client = &client;
        async move {
            client
                .send_text(&request)
                .await
                .expect("an answer")
                .to_string()
        }
    };
    assert!(answer(r#"{"a":1}"#).await.contains("true"));
    assert!(
        answer(r#"{"a":1,"a":2}"#)
            .await
            .contains("`raw.a`: given twice")
    );
    let text = answer("[1e999]").await;
    assert!(
        text.contains("`raw[0]`: expected a number in the range of a double"),
        "{text}"
    );
}

#[tokio::test]
async fn without_the_word_only_types_are_checked() {
    let server = Server::new("demo", "1.0.0").tools(tools());
    let service = server.build().expect("a sound server");
    taken(&service, "walk", json!({"tree": {"name": ""}, "n": 1})).await;
}

#[tokio::test]
async fn older_clients_get_an_error_of_the_request() {
    let client = Client::legacy(&service(tools()), "2025-06-18").await;
    let error = client
        .refused("walk", json!({"tree": {"name": ""}, "n": 1}))
        .await;
    assert_eq!(error["code"], -32602);
    assert_eq!(
        error["message"],
        "invalid arguments for `walk`:\n- `tree.name`: expected a string of at least 1 character, got 0"
    );
}

fn dynamic(schema: Value) -> Tool {
    let schema = ObjectSchema::raw(&schema).expect("a sound schema");
    Tool::dynamic("any", "Takes anything", schema, async |arguments, _| {
        Ok::<_, String>(arguments.get().to_owned())
    })
}

/// A tool made at run time whose argument `x` has this schema.
fn of(schema: Value) -> Service {
    let schema = json!({"type": "object", "properties": {"x": schema}});
    service(Registry::from(dynamic(schema)))
}

#[tokio::test]
async fn tools_made_at_run_time_are_checked() {
    let service = service(Registry::from(dynamic(json!({
        "type": "object",
        "properties": {
            "city": {"type": "string"},
            "days": {"type": "integer", "minimum": 1, "exclusiveMaximum": 15},
            "deep": {"type": "object", "properties": {"unit": {"enum": ["c", "f"]}}, "additionalProperties": false},
        },
        "required": ["city"],
        "additionalProperties": false,
        "dependentRequired": {"days": ["deep"]},
        "minProperties": 3,
    }))));
    assert_eq!(
        lines(&service, "any", json!({"days": 15, "cty": "Oslo"})).await,
        [
            "expected an object of at least 3 members, got 2",
            "`deep`: missing; it goes with `days`",
            "`cty`: unknown argument; did you mean `city`?",
            "`city`: missing",
            "`days`: expected an integer of at least 1 and less than 15, got the number 15",
        ]
    );
    assert_eq!(
        lines(
            &service,
            "any",
            json!({"city": 5, "days": "{}", "deep": {"unit": "k", "units": 1}})
        )
        .await,
        [
            "`city`: expected a string, got the number 5",
            "`days`: expected an integer, got the string \"{}\"",
            "`deep.units`: unknown field; did you mean `unit`?",
            "`deep.unit`: expected one of \"c\", \"f\", got \"k\"",
        ]
    );
    assert_eq!(
        taken(
            &service,
            "any",
            json!({"city": "Oslo", "days": null, "deep": {"unit": "c"}})
        )
        .await,
        r#"{"city":"Oslo","days":null,"deep":{"unit":"c"}}"#
    );
    assert_eq!(
        lines(
            &service,
            "any",
            json!({"city": null, "days": 1, "deep": {}})
        )
        .await,
        ["`city`: expected a string, got null"]
    );
    let client = Client::modern(&service);
    let twice = client.request(
        1,
        "tools/call",
        json!({"name": "any", "arguments": {"city": "a", "citx": "b"}}),
    );
    let answer = client
        .send_text(&twice.to_string().replace("citx", "city"))
        .await;
    assert!(
        answer
            .expect("an answer")
            .to_string()
            .contains("`city`: given twice")
    );
}

#[tokio::test]
async fn every_word_of_json_schema_has_words_of_its_own() {
    let uuid = "expected a UUID, got the string \"x\"";
    for (schema, value, words) in [
        (
            json!({"type": ["string", "boolean"]}),
            json!(1),
            "expected true or false or a string, got the number 1",
        ),
        (
            json!({"type": "object"}),
            json!("{\"a\":1}"),
            "expected an object, got a string that holds JSON text; send the object itself",
        ),
        (
            json!({"multipleOf": 0.5}),
            json!(0.7),
            "expected a multiple of 0.5, got the number 0.7",
        ),
        (
            json!({"minimum": 2}),
            json!(1),
            "expected a number of at least 2, got the number 1",
        ),
        (
            json!({"const": 4}),
            json!(5),
            "expected 4, got the number 5",
        ),
        (
            json!({"const": "a"}),
            json!(5),
            "expected \"a\", got the number 5",
        ),
        (
            json!({"enum": [1, "a", null]}),
            json!([]),
            "expected one of 1, \"a\", null, got an array",
        ),
        (
            json!({"uniqueItems": true}),
            json!([1, 2, 1.0]),
            "expected an array of different elements, got an element twice",
        ),
        (
            json!({"contains": {"type": "string"}}),
            json!([1]),
            "expected an array with at least 1 element of the form that is asked for",
        ),
        (
            json!({"contains": {"type": "string"}, "minContains": 2, "maxContains": 3}),
            json!(["a"]),
            "expected an array with 2 to 3 elements of the form that is asked for",
        ),
        (
            json!({"minItems": 1, "maxItems": 1}),
            json!([1, 2]),
            "expected an array of 1 element, got 2",
        ),
        (
            json!({"maxProperties": 1}),
            json!({"a": 1, "b": 2}),
            "expected an object of at most 1 member, got 2",
        ),
        (
            json!({"propertyNames": {"pattern": "^a"}}),
            json!({"b": 1}),
            "the key \"b\": expected a string that matches `^a`, got the string \"b\"",
        ),
        (
            json!({"not": {"type": "string"}}),
            json!("a"),
            "has a form that is not accepted",
        ),
        (
            json!({"oneOf": [{"minimum": 1}, {"minimum": 2}]}),
            json!(3),
            "matches more than one of the accepted forms, of which it may have one",
        ),
        (
            json!({"anyOf": [{"minimum": 3}, {"maximum": 1}]}),
            json!(2),
            "does not match any of the accepted forms",
        ),
        (
            json!({"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]}),
            json!(0.5),
            "expected a string, an integer or null, got the number 0.5",
        ),
        (
            json!({"anyOf": [{"type": "string", "maxLength": 1}, {"type": "integer"}]}),
            json!("ab"),
            "expected a string of at most 1 character, got 2",
        ),
        (json!({"format": "uuid"}), json!("x"), uuid),
        (
            json!({"format": "date-time"}),
            json!("today"),
            "expected a date and time as in \"2026-07-28T09:30:00Z\", got the string \"today\"",
        ),
        (
            json!({"format": "date"}),
            json!("today"),
            "expected a date as in \"2026-07-28\", got the string \"today\"",
        ),
        (
            json!({"format": "uri"}),
            json!("a b"),
            "expected a URI, got the string \"a b\"",
        ),
        (
            json!({"pattern": "^(?!a)b"}),
            json!("ab"),
            "expected a string that matches `^(?!a)b`, got the string \"ab\"",
        ),
        (
            json!({"allOf": [{"$ref": "#/properties/x/$defs/short"}], "$defs": {"short": {"maxLength": 1}}}),
            json!("ab"),
            "expected a string of at most 1 character, got 2",
        ),
    ] {
        assert_eq!(
            lines(&of(schema.clone()), "any", json!({"x": value})).await,
            [format!("`x`: {words}")],
            "{schema}"
        );
    }
    assert_eq!(
        lines(
            &of(json!({"type": "array", "prefixItems": [{}], "items": false})),
            "any",
            json!({"x": [1, 2]})
        )
        .await,
        ["`x[1]`: not accepted here; leave it out"]
    );
    assert_eq!(
        lines(
            &of(json!({"additionalProperties": {"type": "string"}})),
            "any",
            json!({"x": {"12": 1, "a/b~c": 2}})
        )
        .await,
        [
            "`x[\"12\"]`: expected a string, got the number 1",
            "`x[\"a/b~c\"]`: expected a string, got the number 2",
        ]
    );
}

#[tokio::test]
async fn a_format_without_one_meaning_is_left_to_the_type() {
    for format in ["hostname", "regex", "iri", "partial-time", "int64"] {
        taken(&of(json!({"format": format})), "any", json!({"x": "[ a"})).await;
    }
}

#[tokio::test]
async fn a_pattern_that_tries_without_end_is_given_up() {
    let service = of(json!({"pattern": "^(?=(a+)+$)(?:a|a)*\\1x$"}));
    assert_eq!(
        lines(
            &service,
            "any",
            json!({"x": format!("{}!", "a".repeat(40))})
        )
        .await
        .len(),
        1
    );
}

#[tokio::test]
async fn no_more_is_told_than_can_be_read() {
    let service = of(json!({"type": "array", "items": {"type": "string"}}));
    let numbers: Vec<u32> = (0..100_000).collect();
    assert_eq!(
        lines(&service, "any", json!({"x": numbers})).await.len(),
        50
    );
}

#[test]
fn a_schema_that_nothing_can_be_held_against_is_a_fault_of_the_server() {
    for (schema, reason) in [
        (
            json!({"pattern": "[a"}),
            "`properties.x.else.pattern`: expected a regular expression, got the string \"[a\"",
        ),
        (
            json!({"minimum": "1"}),
            "`properties.x.else.minimum`: expected a number, got the string \"1\"",
        ),
    ] {
        let schema = json!({"type": "object", "properties": {"x": schema}});
        let server = Server::new("demo", "1.0.0").tool(dynamic(schema.clone()));
        let error = server
            .validate_arguments()
            .build()
            .expect_err("an unsound server");
        assert_eq!(
            error.faults()[0].to_string(),
            format!("tool `any`: arguments cannot be held against its schema: {reason}")
        );
        let server = Server::new("demo", "1.0.0").tool(dynamic(schema));
        assert!(server.build().is_ok(), "asked for nothing");
    }
}
