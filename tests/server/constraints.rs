//! Bounds on arguments: published, and held against what comes.

use crate::Client;
use mcp::schema::Profile;
use mcp::{Era, Registry, Server};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;

type Seats = u32;
type Maybe<T> = Option<T>;

#[derive(Debug, Deserialize, JsonSchema)]
struct Code(String);

#[derive(Debug, Deserialize, JsonSchema)]
struct Percent(f64);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "shown by `Debug`")]
enum Either {
    Number(i64),
    Text(String),
}

#[mcp::tool(unlisted)]
fn numbers(
    #[arg(max = 10)] n: u8,
    #[arg(min = 1, max = 9)] seats: Maybe<Seats>,
    #[arg(min = -0.5)] x: Option<f64>,
    #[arg(max = 100)] percent: Option<Percent>,
    #[arg(min = 9_007_199_254_740_993)] wide: Option<u64>,
    #[arg(min = 1, max = 4, default = 2)] rows: u32,
) -> String {
    format!("{:?}", (n, seats, x, percent, wide, rows))
}

#[mcp::tool(unlisted)]
fn texts(
    #[arg(min_length = 1, max_length = 3)] text: Option<&str>,
    #[arg(min_length = 2, max_length = 2, pattern = "^[A-Z]+$")] code: Option<Code>,
    #[arg(min_length = 1)] list: Option<&[u8]>,
    #[arg(max_length = 2)] set: Option<BTreeSet<u8>>,
    #[arg(pattern = "a\"b")] quoted: Option<String>,
) -> String {
    format!("{:?}", (text, code, list, set, quoted))
}

fn service(tools: Registry) -> mcp::Service {
    let server = Server::new("demo", "1.0.0").tools(tools);
    server.build().expect("a sound server")
}

async fn refusal(tool: &str, arguments: Value) -> String {
    let client = Client::modern(&service(mcp::tools![numbers, texts]));
    let result = client.call(tool, arguments).await;
    assert_eq!(result["isError"], true, "{result}");
    crate::text(&result)
}

#[tokio::test]
async fn numbers_out_of_bounds_are_refused_all_at_once() {
    assert_eq!(
        refusal(
            "numbers",
            json!({"n": 12, "seats": 0, "x": -0.75, "percent": 100.5, "wide": 9_007_199_254_740_992_u64, "rows": 5})
        )
        .await,
        "invalid arguments for `numbers`:\n\
         - `n`: expected a number of at most 10, got the number 12\n\
         - `seats`: expected a number from 1 to 9, got the number 0\n\
         - `x`: expected a number of at least -0.5, got the number -0.75\n\
         - `percent`: expected a number of at most 100, got the number 100.5\n\
         - `wide`: expected a number of at least 9007199254740993, got the number 9007199254740992\n\
         - `rows`: expected a number from 1 to 4, got the number 5"
    );
    // the narrower of two bounds speaks, another kind is the decoder's to tell
    assert_eq!(
        refusal("numbers", json!({"n": 300})).await,
        "invalid arguments for `numbers`:\n- `n`: expected a number of at most 10, got the number 300"
    );
    assert_eq!(
        refusal("numbers", json!({"n": "7"})).await,
        "invalid arguments for `numbers`:\n- `n`: expected an integer, got the string \"7\""
    );
}

#[tokio::test]
async fn lengths_are_characters_and_items() {
    assert_eq!(
        refusal(
            "texts",
            json!({"text": "", "code": "abc", "list": [], "set": [1, 1, 2], "quoted": "ab"})
        )
        .await,
        "invalid arguments for `texts`:\n\
         - `text`: expected a string of 1 to 3 characters, got 0\n\
         - `code`: expected a string of 2 characters, got 3\n\
         - `list`: expected an array of at least 1 element, got 0\n\
         - `set`: expected an array of at most 2 elements, got 3\n\
         - `quoted`: expected a string that matches `a\"b`, got the string \"ab\""
    );
    assert_eq!(
        refusal("texts", json!({"code": "éé"})).await,
        "invalid arguments for `texts`:\n\
         - `code`: expected a string that matches `^[A-Z]+$`, got the string \"éé\""
    );
    let client = Client::modern(&service(mcp::tools![texts]));
    let text = client
        .send_text(
            &client
                .request(
                    1,
                    "tools/call",
                    json!({"name": "texts", "arguments": {"text": "é😀X"}}),
                )
                .to_string()
                .replace('😀', "\\ud83d\\ude00"),
        )
        .await
        .expect("an answer");
    assert!(text.to_string().contains("é😀X"), "{text}");
}

#[tokio::test]
async fn what_is_within_bounds_comes_through() {
    let client = Client::modern(&service(mcp::tools![numbers, texts]));
    assert_eq!(
        client
            .text(
                "numbers",
                json!({"n": 10, "seats": null, "x": -0.5, "percent": 1e2, "wide": 9_007_199_254_740_993_u64})
            )
            .await,
        "(10, None, Some(-0.5), Some(Percent(100.0)), Some(9007199254740993), 2)"
    );
    assert_eq!(
        client
            .text("texts", json!({"text": "a😀c", "code": "AB", "list": [1], "set": [1, 2], "quoted": "xa\"by"}))
            .await,
        r#"(Some("a😀c"), Some(Code("AB")), Some([1]), Some({1, 2}), Some("xa\"by"))"#
    );
}

fn properties(profile: Profile) -> [Value; 2] {
    let server = Server::new("demo", "1.0.0")
        .tools(mcp::tools![numbers, texts])
        .profile(profile);
    let service = server.build().expect("a sound server");
    let list: Value = serde_json::from_str(&service.tools_json(Era::Modern)).expect("JSON");
    [0, 1].map(|tool| list["tools"][tool]["inputSchema"]["properties"].clone())
}

#[test]
fn bounds_are_published() {
    let [numbers, texts] = properties(Profile::Plain);
    assert_eq!(
        numbers,
        json!({
            "n": {"type": "integer", "minimum": 0, "maximum": 10},
            "seats": {"type": "integer", "minimum": 1, "maximum": 9},
            "x": {"type": "number", "minimum": -0.5},
            "percent": {"type": "number", "maximum": 100},
            // a bound that not every reader can hold is not published
            "wide": {"type": "integer", "minimum": 0},
            "rows": {"type": "integer", "minimum": 1, "maximum": 4, "default": 2},
        })
    );
    assert_eq!(
        texts,
        json!({
            "text": {"type": "string", "minLength": 1, "maxLength": 3},
            "code": {"type": "string", "minLength": 2, "maxLength": 2, "pattern": "^[A-Z]+$"},
            "list": {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 255}, "minItems": 1},
            "set": {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 255}, "maxItems": 2},
            "quoted": {"type": "string", "pattern": "a\"b"},
        })
    );
    let [numbers, texts] = properties(Profile::Full);
    assert_eq!(numbers["n"]["maximum"], 10);
    assert_eq!(numbers["percent"]["maximum"], 100);
    assert_eq!(numbers["wide"]["minimum"], 9_007_199_254_740_993_u64);
    assert_eq!(texts["code"]["pattern"], "^[A-Z]+$");
}

mod unsound {
    use super::{Code, Either, Percent};

    #[mcp::tool(unlisted)]
    pub(super) fn kinds(#[arg(min = 1)] code: Code) -> String {
        code.0
    }

    #[mcp::tool(unlisted)]
    pub(super) fn lengths(#[arg(max_length = 1)] percent: Percent) -> f64 {
        percent.0
    }

    #[mcp::tool(unlisted)]
    pub(super) fn mixed(#[arg(pattern = "a")] any: Either) -> String {
        format!("{any:?}")
    }

    #[mcp::tool(unlisted)]
    pub(super) fn unreadable(#[arg(pattern = "[a")] text: String) -> String {
        text
    }

    #[mcp::tool(unlisted)]
    pub(super) fn example(#[arg(max = 3, example = 1, example = 4)] n: u8) -> u8 {
        n
    }

    #[mcp::tool(unlisted)]
    pub(super) fn default(#[arg(pattern = "^a", default = "b")] text: String) -> String {
        text
    }
}

#[test]
fn a_bound_that_the_type_cannot_have_is_a_fault_of_the_server() {
    let server = Server::new("demo", "1.0.0").tools(mcp::tools![
        unsound::kinds,
        unsound::lengths,
        unsound::mixed,
        unsound::unreadable,
        unsound::default,
        unsound::example
    ]);
    let error = server.build().expect_err("an unsound server");
    let faults: Vec<String> = error.faults().iter().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        [
            "tool `default`: the default of argument `text` is out of bounds: expected a string that matches `^a`, \
             got the string \"b\"",
            "tool `example`: an example of argument `n` is out of bounds: expected a number of at most 3, got the \
             number 4",
            "tool `kinds`: parameter `code` has `min` or `max`, which is for numbers alone; leave it out, or take \
             another type",
            "tool `lengths`: parameter `percent` has `min_length` or `max_length`, which is for strings or lists \
             alone; leave it out, or take another type",
            "tool `mixed`: parameter `any` has `pattern`, which is for strings alone; leave it out, or take another \
             type",
            "tool `unreadable`: the `pattern` of argument `text` cannot be read: unclosed character class",
        ]
    );
}
