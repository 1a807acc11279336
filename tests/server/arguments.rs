//! Named arguments on their way to positions: what is accepted, and every fault at once.
//!
//! Each form of a parameter, listed and called, is in `acceptance/`.

use crate::{Client, text};
use mcp::{ObjectSchema, Server, Service, Tool, schema::Type};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "shown by `Debug`")]
struct Passenger {
    age: u8,
    name: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "op")]
#[allow(dead_code, reason = "shown by `Debug`")]
enum Command {
    Add { a: i32 },
    Del { id: String },
}

#[derive(Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Fast,
    Slow,
}

macro_rules! shown {
    ($($name:ident($($key:ident: $type:ty),*))*) => {$(
        #[mcp::tool(unlisted)]
        fn $name($($key: $type),*) -> String {
            format!("{:?}", ($($key,)*))
        }
    )*};
}

shown! {
    add(a: i32, b: i32)
    num(n: u32)
    wide(n: u64, w: u128, i: i128)
    small(n: i8)
    float(n: f32)
    opt(x: Option<u32>)
    lent(text: &str, list: &[u8], more: Option<&str>)
    cow(text: Cow<'_, str>)
    any(value: Value)
    raw(value: Box<RawValue>)
    travel(from: String, to: String, passengers: Vec<Passenger>)
    run(cmd: Command)
    modes(mode: Mode, by_mode: HashMap<Mode, u8>)
    by_number(map: BTreeMap<u32, String>)
    by_name(map: HashMap<String, u8>)
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "shown by `Debug`")]
struct Note<'a> {
    title: &'a str,
    #[serde(flatten, borrow)]
    more: HashMap<&'a str, &'a str>,
}

/// Borrows from the message at every depth.
#[mcp::tool(unlisted)]
fn borrowing<'a>(list: Vec<&'a str>, by_name: HashMap<&'a str, &'a str>, note: Note<'a>) -> String {
    format!("{list:?} {by_name:?} {note:?}")
}

#[mcp::tool(unlisted)]
fn now() -> String {
    "noon".to_owned()
}

fn fallback() -> Vec<u8> {
    vec![7]
}

#[mcp::tool(unlisted)]
fn defaults(
    #[arg(default = 3)] n: u32,
    #[arg(default = "metric")] unit: String,
    #[arg(default)] list: Vec<u8>,
    #[arg(default = fallback())] made: Vec<u8>,
    #[arg(default = -1.5)] x: f64,
) -> String {
    format!("{:?}", (n, unit, list, made, x))
}

fn dynamic() -> Tool {
    let schema = ObjectSchema::new().property("city", Type::String, "City name", true);
    Tool::dynamic(
        "weather",
        "Tells the weather.",
        schema,
        async |arguments, ctx| Ok::<_, String>(format!("{} {}", ctx.request_id(), arguments.get())),
    )
}

fn service() -> Service {
    let tools = mcp::tools![
        add, num, wide, small, float, opt, lent, cow, any, raw, travel, run, modes, by_number,
        by_name, borrowing, now, defaults
    ];
    Server::new("demo", "1.0.0")
        .tools(tools)
        .tool(dynamic())
        .build()
        .expect("a sound server")
}

/// Calls with arguments as text, so that a test decides on every digit.
async fn call(client: &Client, tool: &str, arguments: &str) -> Value {
    let mut request = client
        .request(1, "tools/call", json!({"name": tool}))
        .to_string();
    let at = request.find(r#""name""#).expect("a name");
    request.insert_str(at, &format!(r#""arguments":{arguments},"#));
    client.send_text(&request).await.expect("an answer")
}

async fn accepted(tool: &str, arguments: &str, shown: &str) {
    let answer = call(&Client::modern(&service()), tool, arguments).await;
    assert_eq!(
        answer["result"].get("isError"),
        None,
        "{tool} {arguments}: {answer}"
    );
    assert_eq!(text(&answer["result"]), shown, "{tool} {arguments}");
}

async fn refused(tool: &str, arguments: &str, faults: &[&str]) {
    let answer = call(&Client::modern(&service()), tool, arguments).await;
    assert_eq!(
        answer["result"]["isError"], true,
        "{tool} {arguments}: {answer}"
    );
    let text = text(&answer["result"]);
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some(&*format!("invalid arguments for `{tool}`:"))
    );
    assert_eq!(
        lines.collect::<Vec<_>>(),
        faults
            .iter()
            .map(|fault| format!("- {fault}"))
            .collect::<Vec<_>>()
    );
}

#[tokio::test]
async fn positions_are_found_by_key() {
    accepted("add", r#"{"b":2,"a":1}"#, "(1, 2)").await;
    accepted("add", r#"{"\u0061":1,"b":2}"#, "(1, 2)").await;
}

#[tokio::test]
async fn arguments_may_be_left_out_only_when_none_is_required() {
    let client = Client::modern(&service());
    let answer = client.ask("tools/call", json!({"name": "now"})).await;
    assert_eq!(text(&answer["result"]), "noon");
    let answer = client.ask("tools/call", json!({"name": "add"})).await;
    assert_eq!(
        text(&answer["result"]),
        "invalid arguments for `add`:\n- `a`: missing\n- `b`: missing"
    );
}

#[tokio::test]
async fn arguments_that_are_no_object_are_an_error_of_the_request() {
    let client = Client::modern(&service());
    for arguments in ["[]", "\"x\"", "5", "true", "null"] {
        for tool in ["now", "add", "weather"] {
            let answer = call(&client, tool, arguments).await;
            assert_eq!(answer["error"]["code"], -32602, "{tool} {arguments}");
        }
    }
}

#[tokio::test]
async fn every_fault_is_told_at_once_in_the_order_of_the_parameters() {
    refused(
        "travel",
        r#"{"too":"B","passengers":[{"age":3},{"age":"12"}],"to":5}"#,
        &[
            "`from`: missing",
            r#"`to`: expected a string, got the number 5"#,
            r#"`passengers[1].age`: expected an integer, got the string "12""#,
            "`too`: unknown argument; did you mean `to`?",
        ],
    )
    .await;
    refused(
        "add",
        r#"{"a":1,"b":2,"quite":3}"#,
        &["`quite`: unknown argument; known: `a`, `b`"],
    )
    .await;
    refused(
        "now",
        r#"{"x":1}"#,
        &["`x`: unknown argument; there are none"],
    )
    .await;
    refused("add", r#"{"a":1,"a":2,"b":3}"#, &["`a`: given twice"]).await;
}

#[tokio::test]
async fn bad_arguments_are_an_error_of_the_protocol_before_2025_11_25() {
    let service = service();
    for (version, is_result) in [
        ("2024-11-05", false),
        ("2025-03-26", false),
        ("2025-06-18", false),
        ("2025-11-25", true),
    ] {
        let client = Client::legacy(&service, version).await;
        let answer = call(&client, "add", r#"{"a":"1","b":2}"#).await;
        let said = "invalid arguments for `add`:\n- `a`: expected an integer, got the string \"1\"";
        match is_result {
            true => assert_eq!(text(&answer["result"]), said, "{version}"),
            false => assert_eq!(
                answer["error"],
                json!({"code": -32602, "message": said}),
                "{version}"
            ),
        }
    }
}

#[tokio::test]
async fn integers_are_what_json_schema_calls_integers() {
    for (arguments, shown) in [
        (r#"{"n":1.0}"#, "(1,)"),
        (r#"{"n":1e2}"#, "(100,)"),
        (r#"{"n":-0.0}"#, "(0,)"),
        (r#"{"n":4294967295}"#, "(4294967295,)"),
        (r#"{"n":42949672.95e2}"#, "(4294967295,)"),
    ] {
        accepted("num", arguments, shown).await;
    }
    for arguments in [
        r#"{"n":0.5}"#,
        r#"{"n":1e400}"#,
        r#"{"n":4294967296}"#,
        r#"{"n":-1}"#,
        r#"{"n":"5"}"#,
        r#"{"n":true}"#,
        r#"{"n":null}"#,
        r#"{"n":[1]}"#,
    ] {
        let answer = call(&Client::modern(&service()), "num", arguments).await;
        assert_eq!(answer["result"]["isError"], true, "{arguments}");
        let text = text(&answer["result"]);
        assert!(
            text.contains("`n`: expected an integer") && !text.contains("u32"),
            "{text}"
        );
    }
    accepted("opt", r#"{"x":5.0}"#, "(Some(5),)").await;
    accepted(
        "travel",
        r#"{"from":"A","to":"B","passengers":[{"age":7.0}]}"#,
        r#"("A", "B", [Passenger { age: 7, name: None }])"#,
    )
    .await;
    accepted("run", r#"{"cmd":{"op":"Add","a":5.0}}"#, "(Add { a: 5 },)").await;
    accepted("by_name", r#"{"map":{"k":1e1}}"#, r#"({"k": 10},)"#).await;
    refused(
        "small",
        r#"{"n":128}"#,
        &["`n`: expected an integer from -128 to 127, got the number 128"],
    )
    .await;
}

#[tokio::test]
async fn wide_integers_keep_every_digit() {
    accepted(
        "wide",
        r#"{"n":18446744073709551615,"w":340282366920938463463374607431768211455,"i":-170141183460469231731687303715884105728}"#,
        "(18446744073709551615, 340282366920938463463374607431768211455, -170141183460469231731687303715884105728)",
    )
    .await;
    accepted(
        "wide",
        r#"{"n":1730419200000.0,"w":1e38,"i":0}"#,
        "(1730419200000, 100000000000000000000000000000000000000, 0)",
    )
    .await;
}

#[tokio::test]
async fn null_is_as_good_as_nothing_for_what_is_not_required() {
    accepted("opt", "{}", "(None,)").await;
    accepted("opt", r#"{"x":null}"#, "(None,)").await;
    refused(
        "opt",
        r#"{"x":"null"}"#,
        &[r#"`x`: expected an integer, got the string "null""#],
    )
    .await;
    let shown = r#"(3, "metric", [], [7], -1.5)"#;
    accepted("defaults", "{}", shown).await;
    accepted(
        "defaults",
        r#"{"n":null,"unit":null,"list":null,"made":null,"x":null}"#,
        shown,
    )
    .await;
    accepted(
        "defaults",
        r#"{"n":4,"unit":"si","list":[1],"made":[],"x":0}"#,
        r#"(4, "si", [1], [], 0.0)"#,
    )
    .await;
}

#[tokio::test]
async fn borrowed_text_may_have_escapes() {
    accepted(
        "lent",
        r#"{"text":"a\n","list":[1,2]}"#,
        r#"("a\n", [1, 2], None)"#,
    )
    .await;
    accepted(
        "lent",
        r#"{"text":"a","list":[],"more":"\ud83d\ude00"}"#,
        r#"("a", [], Some("😀"))"#,
    )
    .await;
    accepted("cow", r#"{"text":"é"}"#, r#"("é",)"#).await;
    refused(
        "lent",
        r#"{"text":5,"list":[300]}"#,
        &[
            "`text`: expected a string, got the number 5",
            "`list[0]`: expected an integer from 0 to 255, got the number 300",
        ],
    )
    .await;
}

#[tokio::test]
async fn what_borrows_from_the_message_may_have_escapes_at_any_depth() {
    accepted(
        "borrowing",
        r#"{"list":["a\n","b","\u00e9"],"by_name":{"\t":"\\"},"note":{"title":"\"","x\u0041":"\/"}}"#,
        r#"["a\n", "b", "é"] {"\t": "\\"} Note { title: "\"", more: {"xA": "/"} }"#,
    )
    .await;
}

#[tokio::test]
async fn a_record_is_an_object_and_json_in_a_string_is_a_string() {
    for (given, said) in [
        (r#"[7]"#, "expected an object, got an array"),
        (
            r#""{\"age\":7}""#,
            "expected an object, got a string that holds JSON text; send the object itself",
        ),
    ] {
        let arguments = format!(r#"{{"from":"A","to":"B","passengers":[{given}]}}"#);
        refused("travel", &arguments, &[&format!("`passengers[0]`: {said}")]).await;
    }
    accepted("cow", r#"{"text":"{\"a\":1}"}"#, r#"("{\"a\":1}",)"#).await;
    accepted(
        "any",
        r#"{"value":"{\"a\":1}"}"#,
        r#"(String("{\"a\":1}"),)"#,
    )
    .await;
}

#[tokio::test]
async fn enums_and_maps_take_what_their_schema_says() {
    accepted(
        "modes",
        r#"{"mode":"fast","by_mode":{"slow":1}}"#,
        r#"(Fast, {Slow: 1})"#,
    )
    .await;
    refused(
        "modes",
        r#"{"mode":"fats","by_mode":{}}"#,
        &[r#"`mode`: expected one of "fast", "slow", got "fats"; did you mean "fast"?"#],
    )
    .await;
    refused(
        "modes",
        r#"{"mode":{"fast":null},"by_mode":{}}"#,
        &[r#"`mode`: expected the string "fast", got an object"#],
    )
    .await;
    accepted("by_number", r#"{"map":{"7":"x"}}"#, r#"({7: "x"},)"#).await;
    for key in ["-1", "a", "07", "4294967296", " 7", "7.0", ""] {
        let answer = call(
            &Client::modern(&service()),
            "by_number",
            &format!(r#"{{"map":{{"{key}":"x"}}}}"#),
        )
        .await;
        let text = text(&answer["result"]);
        assert!(
            answer["result"]["isError"] == true && text.contains("map"),
            "{key}: {text}"
        );
    }
    let answer = call(
        &Client::modern(&service()),
        "by_name",
        r#"{"map":{"k":1,"k":2}}"#,
    )
    .await;
    assert_eq!(
        text(&answer["result"]),
        "invalid arguments for `by_name`:\n- `map.k`: given twice"
    );
}

#[tokio::test]
async fn text_arrives_code_point_by_code_point() {
    for (escaped, shown) in [
        (r#""\u0000""#, r#"("\0",)"#),
        (r#""e\u0301""#, r#"("e\u{301}",)"#),
        (r#""😀""#, r#"("😀",)"#),
    ] {
        accepted("cow", &format!(r#"{{"text":{escaped}}}"#), shown).await;
    }
    let client = Client::modern(&service());
    let answer = call(&client, "cow", r#"{"text":"\ud800"}"#).await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    accepted("cow", r#"{"text":"<a>&\"/\\"}"#, r#"("<a>&\"/\\",)"#).await;
}

#[tokio::test]
async fn depth_is_bounded_and_the_server_lives() {
    let client = Client::modern(&service());
    let nested =
        |depth: usize| format!(r#"{{"value":{}1{}}}"#, "[".repeat(depth), "]".repeat(depth));
    let answer = call(&client, "any", &nested(127)).await;
    assert_eq!(answer["result"].get("isError"), None, "{answer}");
    for depth in [128, 10_000, 1_000_000] {
        let answer = call(&client, "any", &nested(depth)).await;
        assert!(answer.get("error").is_some(), "{depth}: {answer}");
    }
    assert_eq!(client.text("now", json!({})).await, "noon");
}

#[tokio::test]
async fn raw_and_run_time_tools_get_the_text_itself() {
    accepted("raw", r#"{"value":{"a":1.0}}"#, r#"(RawValue({"a":1.0}),)"#).await;
    accepted(
        "weather",
        r#"{"city":"x","more":1}"#,
        r#"1 {"city":"x","more":1}"#,
    )
    .await;
    let client = Client::modern(&service());
    let answer = client.ask("tools/call", json!({"name": "weather"})).await;
    assert_eq!(text(&answer["result"]), "1 {}");
}

#[mcp::tool(unlisted, extra = "ignore")]
fn lax(n: u8, #[arg(default = 1)] m: u8) -> String {
    format!("{n} {m}")
}

#[tokio::test]
async fn a_tool_may_ignore_what_it_does_not_know() {
    let server = Server::new("demo", "1.0.0").tools(mcp::tools![lax]);
    let service = server.build().expect("a sound server");
    let client = Client::modern(&service);
    let arguments = json!({"x": {"y": []}, "n": 2, "M": 3});
    assert_eq!(client.text("lax", arguments).await, "2 1");
    let result = client.call("lax", json!({"N": 2})).await;
    assert_eq!(
        text(&result),
        "invalid arguments for `lax`:\n- `n`: missing"
    );
}
