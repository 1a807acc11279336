//! What a function returns and what each era gets of it.

use crate::{Client, text};
use mcp::{
    Audio, Content, Image, Json, ProtocolError, ResourceContents, ResourceLink, Server, Service,
    ToolResult,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

macro_rules! tools {
    ($($name:ident -> $type:ty { $value:expr })*) => {
        $(
            #[mcp::tool(unlisted)]
            fn $name() -> $type {
                $value
            }
        )*

        fn service() -> Service {
            Server::new("demo", "1.0.0").tools(mcp::tools![$($name),*]).build().expect("a sound server")
        }
    };
}

#[derive(Serialize, JsonSchema)]
struct Point {
    x: i32,
    label: Option<&'static str>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Colour {
    Red,
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind")]
#[allow(dead_code, reason = "one variant is enough to look at")]
enum Shape {
    Circle { radius: f64 },
    Square { side: f64 },
}

#[derive(Serialize, JsonSchema)]
struct Floats {
    values: Vec<f64>,
}

#[derive(JsonSchema)]
struct Unsayable;

impl Serialize for Unsayable {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("the key of /home/u is locked"))
    }
}

/// An error with a cause.
#[derive(Debug)]
struct Broken(std::num::ParseIntError);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the row is broken")
    }
}

impl Error for Broken {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

/// Text and nothing else.
struct Plain;

impl fmt::Display for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such row")
    }
}

type Aliased<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn broken() -> Broken {
    Broken("x".parse::<i32>().expect_err("no number"))
}

tools! {
    nothing -> () { () }
    string -> String { "a \"b\"\n".to_owned() }
    borrowed -> &'static str { "text" }
    cow -> Cow<'static, str> { "text".into() }
    number -> i64 { 9_007_199_254_740_993 }
    wide -> u128 { u128::MAX }
    float -> f64 { 0.5 }
    boolean -> bool { true }
    letter -> char { 'é' }
    colour -> Colour { Colour::Red }
    list -> Vec<Option<u8>> { vec![Some(1), None] }
    pair -> (i32, &'static str) { (1, "a") }
    some -> Option<u8> { Some(3) }
    none -> Option<u8> { None }
    some_text -> Option<String> { Some("a".to_owned()) }
    record -> Point { Point { x: 1, label: None } }
    optional_record -> Option<Point> { None }
    map -> BTreeMap<String, u8> { BTreeMap::from([("a".to_owned(), 1)]) }
    shape -> Shape { Shape::Circle { radius: 0.5 } }
    any -> Value { json!({"a": [1]}) }
    wrapped -> Json<Vec<u8>> { Json(vec![1, 2]) }
    wrapped_record -> Json<Point> { Json(Point { x: 2, label: Some("b") }) }
    block -> Content { Content::text("one") }
    blocks -> Vec<Content> { vec![Content::text("one"), Content::text("two")] }
    image -> Image { Image::new([0, 1, 2], "image/png") }
    audio -> Audio { Audio::new([0, 1, 2], "audio/wav") }
    resource -> ResourceContents { ResourceContents::text("file:///a", "inside").mime_type("text/plain") }
    link -> ResourceLink { ResourceLink::new("file:///a", "a").title("A") }
    full -> ToolResult { ToolResult::new().text("two rows").structured(&json!({"rows": 2})) }
    full_list -> ToolResult { ToolResult::new().structured(&[1]) }
    own_error -> ToolResult { ToolResult::error("on purpose") }
    ok -> Result<i64, Plain> { Ok(1) }
    plain -> Result<i64, Plain> { Err(Plain) }
    caused -> Result<Point, Broken> { Err(broken()) }
    boxed -> Result<String, Box<dyn Error + Send + Sync>> { Err(broken().into()) }
    aliased -> Aliased<String> { Err("only text".into()) }
    aliased_ok -> Aliased<String> { Ok("fine".to_owned()) }
    texts -> Result<(), String> { Err("only text".to_owned()) }
    protocol -> Result<String, ProtocolError> { Err(ProtocolError::new(-32050, "moved").data(&json!({"shard": 3}))) }
    infinite -> Floats { Floats { values: vec![1.0, f64::INFINITY] } }
    not_a_number -> f64 { f64::NAN }
    unsayable -> Unsayable { Unsayable }
}

async fn clients(service: &Service) -> (Client, Client) {
    (
        Client::modern(service),
        Client::legacy(service, "2025-11-25").await,
    )
}

/// The published output schema of a tool.
async fn schema(client: &Client, tool: &str) -> Option<Value> {
    let result = client.ask("tools/list", json!({})).await["result"].clone();
    let tools = result["tools"].as_array().expect("a list").clone();
    let tool = tools
        .into_iter()
        .find(|entry| entry["name"] == tool)
        .expect("listed");
    tool.get("outputSchema").cloned()
}

#[tokio::test]
async fn values_are_shown_as_text_and_sent_as_data() {
    let service = service();
    let (modern, legacy) = clients(&service).await;
    // tool, text, structured for modern clients, structured for legacy clients
    let objects_only = [
        (
            "number",
            "9007199254740993",
            json!(9_007_199_254_740_993_i64),
            None,
        ),
        ("float", "0.5", json!(0.5), None),
        ("boolean", "true", json!(true), None),
        ("letter", "é", json!("é"), None),
        ("colour", "red", json!("red"), None),
        ("list", "[1,null]", json!([1, null]), None),
        ("pair", r#"[1,"a"]"#, json!([1, "a"]), None),
        ("some", "3", json!(3), None),
        ("none", "null", Value::Null, None),
        ("some_text", r#""a""#, json!("a"), None),
        ("any", r#"{"a":[1]}"#, json!({"a": [1]}), None),
        ("ok", "1", json!(1), None),
        (
            "record",
            r#"{"x":1,"label":null}"#,
            json!({"x": 1, "label": null}),
            Some(json!({"x": 1, "label": null})),
        ),
        ("optional_record", "null", Value::Null, None),
        ("map", r#"{"a":1}"#, json!({"a": 1}), Some(json!({"a": 1}))),
        (
            "shape",
            r#"{"kind":"Circle","radius":0.5}"#,
            json!({"kind": "Circle", "radius": 0.5}),
            Some(json!({"kind": "Circle", "radius": 0.5})),
        ),
        (
            "wrapped",
            "[1,2]",
            json!([1, 2]),
            Some(json!({"result": [1, 2]})),
        ),
        (
            "wrapped_record",
            r#"{"x":2,"label":"b"}"#,
            json!({"x": 2, "label": "b"}),
            Some(json!({"x": 2, "label": "b"})),
        ),
    ];
    for (tool, shown, structured, for_legacy) in objects_only {
        for (client, expected) in [(&modern, Some(structured)), (&legacy, for_legacy)] {
            let result = client.call(tool, json!({})).await;
            assert_eq!(text(&result), shown, "{tool}");
            assert_eq!(result.get("structuredContent"), expected.as_ref(), "{tool}");
            assert_eq!(result.get("isError"), None, "{tool}");
            match (schema(client, tool).await, &expected) {
                (Some(schema), Some(value)) => {
                    let valid = jsonschema::validator_for(&schema)
                        .expect("a schema")
                        .is_valid(value);
                    assert!(valid, "{tool}: {value} does not fit {schema}");
                }
                (None, None) => {}
                (schema, value) => {
                    panic!("{tool}: {schema:?} and {value:?} do not belong together")
                }
            }
        }
        let oldest = Client::legacy(&service, "2025-03-26")
            .await
            .call(tool, json!({}))
            .await;
        assert_eq!(
            oldest.as_object().map(serde_json::Map::len),
            Some(1),
            "content alone: {oldest}"
        );
    }
}

#[tokio::test]
async fn wide_integers_leave_with_every_digit() {
    let client = Client::modern(&service());
    let request = client
        .request(1, "tools/call", json!({"name": "wide"}))
        .to_string();
    let answer = client
        .connection()
        .handle(request)
        .await
        .expect("an answer");
    let answer = String::from_utf8(answer).expect("text");
    assert!(
        answer.contains(r#""structuredContent":340282366920938463463374607431768211455,"#),
        "{answer}"
    );
}

#[tokio::test]
async fn text_and_nothing_have_no_schema() {
    let service = service();
    let (modern, legacy) = clients(&service).await;
    for client in [&modern, &legacy] {
        for (tool, shown) in [
            ("string", "a \"b\"\n"),
            ("borrowed", "text"),
            ("cow", "text"),
            ("aliased_ok", "fine"),
        ] {
            let result = client.call(tool, json!({})).await;
            assert_eq!(text(&result), shown);
            assert_eq!(result.get("structuredContent"), None);
            assert_eq!(schema(client, tool).await, None);
        }
        assert_eq!(
            client.call("nothing", json!({})).await["content"],
            json!([])
        );
    }
}

#[tokio::test]
async fn content_goes_out_as_it_is() {
    let client = Client::modern(&service());
    for (tool, content) in [
        ("block", json!([{"type": "text", "text": "one"}])),
        (
            "blocks",
            json!([{"type": "text", "text": "one"}, {"type": "text", "text": "two"}]),
        ),
        (
            "image",
            json!([{"type": "image", "data": "AAEC", "mimeType": "image/png"}]),
        ),
        (
            "audio",
            json!([{"type": "audio", "data": "AAEC", "mimeType": "audio/wav"}]),
        ),
        (
            "resource",
            json!([{"type": "resource", "resource": {"uri": "file:///a", "mimeType": "text/plain", "text": "inside"}}]),
        ),
        (
            "link",
            json!([{"type": "resource_link", "uri": "file:///a", "name": "a", "title": "A"}]),
        ),
    ] {
        assert_eq!(
            client.call(tool, json!({})).await["content"],
            content,
            "{tool}"
        );
    }
}

#[tokio::test]
async fn older_revisions_get_text_for_blocks_they_do_not_know() {
    let service = service();
    let oldest = Client::legacy(&service, "2024-11-05").await;
    assert_eq!(oldest.text("audio", json!({})).await, "[audio, audio/wav]");
    assert_eq!(oldest.text("link", json!({})).await, "a: file:///a");
    let next = Client::legacy(&service, "2025-03-26").await;
    assert_eq!(
        next.call("audio", json!({})).await["content"][0]["type"],
        "audio"
    );
    assert_eq!(next.text("link", json!({})).await, "a: file:///a");
    let newer = Client::legacy(&service, "2025-06-18").await;
    assert_eq!(
        newer.call("link", json!({})).await["content"][0]["type"],
        "resource_link"
    );
}

#[tokio::test]
async fn a_result_in_full_goes_out_as_built() {
    let service = service();
    let (modern, legacy) = clients(&service).await;
    for client in [&modern, &legacy] {
        let result = client.call("full", json!({})).await;
        assert_eq!(
            (text(&result), &result["structuredContent"]),
            ("two rows".into(), &json!({"rows": 2}))
        );
        let result = client.call("own_error", json!({})).await;
        assert_eq!(
            (text(&result), &result["isError"]),
            ("on purpose".into(), &json!(true))
        );
    }
    assert_eq!(
        modern.call("full_list", json!({})).await["structuredContent"],
        json!([1])
    );
    assert_eq!(
        legacy
            .call("full_list", json!({}))
            .await
            .get("structuredContent"),
        None,
        "no object"
    );
}

#[tokio::test]
async fn an_err_is_a_result_that_the_model_reads() {
    let service = service();
    let (modern, legacy) = clients(&service).await;
    for client in [&modern, &legacy] {
        for (tool, shown) in [
            ("plain", "no such row"),
            ("caused", "the row is broken: invalid digit found in string"),
            ("boxed", "the row is broken: invalid digit found in string"),
            ("aliased", "only text"),
            ("texts", "only text"),
        ] {
            let result = client.call(tool, json!({})).await;
            assert_eq!(
                (text(&result), &result["isError"]),
                (shown.into(), &json!(true)),
                "{tool}"
            );
            assert_eq!(result.get("structuredContent"), None);
        }
        let error = client.refused("protocol", json!({})).await;
        assert_eq!(
            error,
            json!({"code": -32050, "message": "moved", "data": {"shard": 3}})
        );
    }
}

#[tokio::test]
async fn masked_errors_say_only_that_the_tool_failed() {
    let tools = mcp::tools![plain, own_error, protocol, string, unsayable];
    let service = Server::new("demo", "1.0.0")
        .tools(tools)
        .mask_errors()
        .build()
        .expect("a sound server");
    let client = Client::modern(&service);
    let result = client.call("plain", json!({})).await;
    assert_eq!(
        (text(&result), &result["isError"]),
        ("the tool failed".into(), &json!(true))
    );
    let result = client.call("unsayable", json!({})).await;
    assert_eq!(text(&result), "the tool failed");
    let result = client.call("own_error", json!({})).await;
    assert_eq!(
        text(&result),
        "on purpose",
        "a result built as an error is meant to be read"
    );
    let result = client.call("string", json!({"x": 1})).await;
    assert!(
        text(&result).contains("unknown argument"),
        "bad arguments are no secret"
    );
}

#[tokio::test]
async fn a_float_that_json_cannot_say_is_an_error_that_names_it() {
    let client = Client::modern(&service());
    for (tool, shown) in [
        (
            "infinite",
            "the result has no JSON form: `values[1]` is infinite",
        ),
        ("not_a_number", "the result has no JSON form: it is NaN"),
    ] {
        let result = client.call(tool, json!({})).await;
        assert_eq!(
            (text(&result), &result["isError"]),
            (shown.into(), &json!(true))
        );
    }
}
