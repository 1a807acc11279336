//! Values that came as text, for tools that take them so.

use crate::Client;
use mcp::{Era, Server};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "shown by `Debug`")]
struct Meta {
    k: u32,
    note: Option<String>,
    inner: Option<Box<Meta>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "shown by `Debug`")]
enum Shape {
    Point,
    Circle { r: f64 },
    Line(u8, u8),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
#[allow(dead_code, reason = "shown by `Debug`")]
enum Tagged {
    A { n: u8 },
}

#[mcp::tool(unlisted, lenient)]
fn scalars(
    #[arg(max = 9)] n: Option<i64>,
    x: Option<f64>,
    f: Option<f32>,
    flag: Option<bool>,
    wide: Option<u128>,
    #[arg(default = 3)] small: u8,
) -> String {
    format!("{:?}", (n, x, f, flag, wide, small))
}

#[mcp::tool(unlisted, lenient)]
fn put(
    meta: Option<Meta>,
    #[arg(min_length = 1, max_length = 2)] tags: Option<&[String]>,
    pair: Option<(u8, u8)>,
    map: Option<BTreeMap<String, u8>>,
    shape: Option<Shape>,
    tagged: Option<Tagged>,
) -> String {
    format!("{:?}", (meta, tags, pair, map, shape, tagged))
}

#[mcp::tool(unlisted, lenient)]
fn texts(
    #[arg(max_length = 7)] text: Option<String>,
    lent: Option<&str>,
    value: Option<Value>,
    list: Option<Vec<String>>,
    letter: Option<char>,
) -> String {
    format!("{:?}", (text, lent, value, list, letter))
}

#[mcp::tool(unlisted)]
fn strict(
    n: Option<i64>,
    meta: Option<Meta>,
    tags: Option<Vec<String>>,
    flag: Option<bool>,
) -> String {
    format!("{:?}", (n, meta, tags, flag))
}

async fn call(tool: &str, arguments: Value) -> String {
    let server = Server::new("demo", "1.0.0").tools(mcp::tools![scalars, put, texts, strict]);
    let service = server.build().expect("a sound server");
    Client::modern(&service).text(tool, arguments).await
}

#[tokio::test]
async fn numbers_and_switches_may_come_as_text() {
    assert_eq!(
        call(
            "scalars",
            json!({
                "n": "5", "x": "-0.5", "f": "1e2", "flag": "true",
                "wide": "340282366920938463463374607431768211455", "small": "7",
            })
        )
        .await,
        "(Some(5), Some(-0.5), Some(100.0), Some(true), Some(340282366920938463463374607431768211455), 7)"
    );
    assert_eq!(
        call(
            "scalars",
            json!({"n": "5.0", "flag": "false", "x": 1, "small": null})
        )
        .await,
        "(Some(5), Some(1.0), None, Some(false), None, 3)"
    );
    // also when the text is written with escapes
    let server = Server::new("demo", "1.0.0").tools(mcp::tools![scalars]);
    let client = Client::modern(&server.build().expect("a sound server"));
    let request = client.request(
        1,
        "tools/call",
        json!({"name": "scalars", "arguments": {"n": "five"}}),
    );
    let request = request.to_string().replace("five", "\\u0035");
    let answer = client.send_text(&request).await.expect("an answer");
    assert!(answer.to_string().contains("(Some(5), None"), "{answer}");
}

#[tokio::test]
async fn objects_and_arrays_may_come_as_json_text() {
    assert_eq!(
        call(
            "put",
            json!({
                "meta": r#" {"k":1,"note":"{\"k\":2}","inner":"{\"k\":\"3\"}"} "#,
                "tags": r#"["a","[b"]"#,
                "pair": "[1,\"2\"]",
                "map": r#"{"a":"4"}"#,
                "shape": r#"{"Circle":"{\"r\":\"0.5\"}"}"#,
                "tagged": r#"{"kind":"A","n":5}"#,
            })
        )
        .await,
        "(Some(Meta { k: 1, note: Some(\"{\\\"k\\\":2}\"), inner: Some(Meta { k: 3, note: None, inner: None }) }), \
         Some([\"a\", \"[b\"]), Some((1, 2)), Some({\"a\": 4}), Some(Circle { r: 0.5 }), Some(A { n: 5 }))"
    );
    assert_eq!(
        call(
            "put",
            json!({"shape": {"Line": "[1,2]"}, "pair": ["3", 4], "meta": {"k": "5"}})
        )
        .await,
        "(Some(Meta { k: 5, note: None, inner: None }), None, Some((3, 4)), None, Some(Line(1, 2)), None)"
    );
    assert_eq!(
        call("put", json!({"shape": "Point"})).await,
        "(None, None, None, None, Some(Point), None)"
    );
}

#[tokio::test]
async fn what_may_be_text_stays_text() {
    assert_eq!(
        call(
            "texts",
            json!({"text": r#"{"a":1}"#, "lent": "5", "value": "[1]", "list": ["{}", "7"], "letter": "5"})
        )
        .await,
        r#"(Some("{\"a\":1}"), Some("5"), Some(String("[1]")), Some(["{}", "7"]), Some('5'))"#
    );
}

#[tokio::test]
async fn what_still_does_not_fit_gets_the_usual_words() {
    for (n, shown) in [
        ("12px", "\"12px\""),
        ("", "\"\""),
        ("0x10", "\"0x10\""),
        (" 5", "\" 5\""),
        ("null", "\"null\""),
    ] {
        assert_eq!(
            call("scalars", json!({"n": n})).await,
            format!(
                "invalid arguments for `scalars`:\n- `n`: expected an integer, got the string {shown}"
            )
        );
    }
    assert_eq!(
        call(
            "scalars",
            json!({"flag": "yes", "x": "NaN", "small": "0.5", "wide": "-1"})
        )
        .await,
        "invalid arguments for `scalars`:\n\
         - `x`: expected a number, got the string \"NaN\"\n\
         - `flag`: expected true or false, got the string \"yes\"\n\
         - `wide`: expected an integer of at least 0, got the number -1\n\
         - `small`: expected an integer from 0 to 255, got the number 0.5"
    );
    assert_eq!(
        call(
            "put",
            json!({
                "meta": "{\"k\":", "tags": "a", "pair": "{\"a\":1}", "map": r#"{"a":"x"}"#, "shape": "Square",
            })
        )
        .await,
        "invalid arguments for `put`:\n\
         - `meta`: expected an object, got the string \"{\\\"k\\\":\"\n\
         - `tags`: expected an array, got the string \"a\"\n\
         - `pair`: expected an array of 2 elements, got the string \"{\\\"a\\\":1}\"\n\
         - `map.a`: expected an integer, got the string \"x\"\n\
         - `shape`: expected one of \"Point\", \"Circle\", \"Line\", got \"Square\""
    );
    assert_eq!(
        call("put", json!({"meta": r#"{"inner":{"k":1}}"#})).await,
        "invalid arguments for `put`:\n- `meta.k`: missing"
    );
}

#[tokio::test]
async fn bounds_hold_for_the_value_behind_the_text() {
    assert_eq!(
        call("scalars", json!({"n": "10"})).await,
        "invalid arguments for `scalars`:\n- `n`: expected a number of at most 9, got the number 10"
    );
    assert_eq!(
        call("put", json!({"tags": r#"["a","b","c"]"#})).await,
        "invalid arguments for `put`:\n- `tags`: expected an array of 1 to 2 elements, got 3"
    );
    assert_eq!(
        call("put", json!({"tags": []})).await,
        "invalid arguments for `put`:\n- `tags`: expected an array of 1 to 2 elements, got 0"
    );
    assert_eq!(
        call("texts", json!({"text": "12345678"})).await,
        "invalid arguments for `texts`:\n- `text`: expected a string of at most 7 characters, got 8"
    );
    // depth counts through the text
    let server = Server::new("demo", "1.0.0").tools(mcp::tools![put]);
    let client = Client::modern(&server.build().expect("a sound server"));
    for (deep, refused) in [(126, false), (200, true)] {
        let text = format!(
            "{}{}{}",
            r#"{"k":1,"inner":"#.repeat(deep),
            r#"{"k":1}"#,
            "}".repeat(deep)
        );
        let arguments = json!({"name": "put", "arguments": {"meta": text}});
        let answer = client.ask("tools/call", arguments).await;
        assert_eq!(answer["error"]["code"] == -32602, refused, "{answer}");
    }
}

#[tokio::test]
async fn a_strict_tool_says_what_to_send() {
    assert_eq!(
        call(
            "strict",
            json!({"n": "50", "meta": r#"{"k":1}"#, "tags": r#"["a"]"#, "flag": "true"})
        )
        .await,
        "invalid arguments for `strict`:\n\
         - `n`: expected an integer, got the string \"50\"\n\
         - `meta`: expected an object, got a string that holds JSON text; send the object itself\n\
         - `tags`: expected an array, got a string that holds JSON text; send the array itself\n\
         - `flag`: expected true or false, got the string \"true\""
    );
}

#[test]
fn the_schema_stays_that_of_the_types() {
    let server = Server::new("demo", "1.0.0").tools(mcp::tools![scalars]);
    let service = server.build().expect("a sound server");
    let list: Value = serde_json::from_str(&service.tools_json(Era::Modern)).expect("JSON");
    let properties = &list["tools"][0]["inputSchema"]["properties"];
    assert_eq!(properties["n"], json!({"type": "integer", "maximum": 9}));
    assert_eq!(properties["flag"], json!({"type": "boolean"}));
}
