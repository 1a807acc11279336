//! Records unrolled into arguments: what is listed, what is decoded, what is refused.

#![allow(dead_code, reason = "shown by `Debug`")]

use crate::Client;
use mcp::schema::Profile;
use mcp::{Era, Server, Service};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Which flights count.
#[derive(Debug, Deserialize, JsonSchema, mcp::Record)]
#[serde(rename_all = "camelCase")]
struct Filter {
    /// The highest price in euro.
    max_price: u32,
    #[serde(default = "two")]
    stops: u8,
    #[serde(rename = "carrier", alias = "airline")]
    airline: Option<String>,
    #[serde(flatten)]
    times: Times,
    #[serde(skip)]
    seen: usize,
}

fn two() -> u8 {
    2
}

#[derive(Debug, Deserialize, JsonSchema, mcp::Record)]
struct Times {
    /// The earliest hour.
    from: u8,
    #[serde(default)]
    to: Hour,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Hour(u8);

impl Default for Hour {
    fn default() -> Self {
        Self(24)
    }
}

#[derive(Debug, Deserialize, JsonSchema, mcp::Record)]
enum SortOrder {
    Price,
    Time,
}

#[derive(Debug, Deserialize, JsonSchema, mcp::Record)]
struct Page<T> {
    #[serde(default)]
    limit: Option<u32>,
    after: Option<T>,
}

#[derive(Debug, Deserialize, JsonSchema, mcp::Record)]
struct Borrowed<'a> {
    word: &'a str,
    #[serde(borrow, default)]
    more: Vec<&'a str>,
}

#[derive(Debug, Deserialize, JsonSchema, mcp::Record)]
struct Tree {
    label: String,
    #[serde(default)]
    children: Vec<Tree>,
}

#[derive(Debug, Deserialize, JsonSchema, mcp::Record)]
#[serde(deny_unknown_fields)]
struct Plain {
    #[serde(deserialize_with = "doubled")]
    #[schemars(with = "u32")]
    twice: u32,
    r#type: String,
}

fn doubled<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    u32::deserialize(deserializer).map(|n| 2 * n)
}

#[derive(Debug, Deserialize, JsonSchema, mcp::Record)]
struct Nothing;

/// Finds flights.
#[mcp::tool(unlisted)]
fn find(
    /// Where to.
    to_place: &str,
    #[arg(unroll)] filter: Filter,
    #[arg(unroll)] order: SortOrder,
    /// The second key.
    #[arg(unroll, name = "then")]
    second: SortOrder,
    #[arg(default = 1)] seats: u32,
) -> String {
    format!("{to_place} {filter:?} {order:?} {second:?} {seats}")
}

#[mcp::tool(unlisted)]
async fn page(#[arg(unroll)] page: Page<String>, #[arg(unroll)] _: Nothing) -> String {
    format!("{page:?}")
}

#[mcp::tool(unlisted)]
fn borrowed(#[arg(unroll)] b: Borrowed<'_>) -> String {
    format!("{b:?}")
}

#[mcp::tool(unlisted)]
fn tree(#[arg(unroll)] tree: Tree) -> String {
    format!("{tree:?}")
}

#[mcp::tool(unlisted, extra = "ignore")]
fn plain(#[arg(unroll)] plain: Box<Plain>) -> String {
    format!("{plain:?}")
}

fn service() -> Service {
    let tools = mcp::tools![find, page, borrowed, tree, plain];
    let server = Server::new("demo", "1.0.0").tools(tools);
    server.build().expect("a sound server")
}

fn schema_of(service: &Service, tool: &str) -> Value {
    let list: Value = serde_json::from_str(&service.tools_json(Era::Modern)).expect("JSON");
    let tools = list["tools"].as_array().expect("a list");
    let tool = tools.iter().find(|listed| listed["name"] == tool);
    tool.expect("the tool is listed")["inputSchema"].clone()
}

#[test]
fn each_field_is_a_property_as_serde_names_it() {
    let schema = schema_of(&service(), "find");
    let properties = schema["properties"].as_object().expect("properties");
    let keys: Vec<_> = properties.keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        [
            "to_place",
            "maxPrice",
            "stops",
            "carrier",
            "from",
            "to",
            "sortorder",
            "then",
            "seats"
        ]
    );
    assert_eq!(
        schema["required"],
        json!(["to_place", "maxPrice", "from", "sortorder", "then"])
    );
    assert_eq!(schema["additionalProperties"], false);
    assert_eq!(
        properties["maxPrice"],
        json!({"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32, "description": "The highest price in euro."})
    );
    assert_eq!(properties["stops"]["default"], 2);
    assert_eq!(properties["carrier"], json!({"type": "string"}));
    assert_eq!(properties["to"]["default"], 24);
    assert_eq!(
        properties["sortorder"],
        json!({"type": "string", "enum": ["Price", "Time"]})
    );
    assert_eq!(properties["then"]["description"], "The second key.");
}

#[test]
fn the_full_profile_has_the_same_keys_and_no_definition_that_nobody_uses() {
    let tools = mcp::tools![find, tree];
    let server = Server::new("demo", "1.0.0")
        .tools(tools)
        .profile(Profile::Full);
    let service = server.build().expect("a sound server");
    let find = schema_of(&service, "find");
    assert_eq!(find["properties"].as_object().map(|all| all.len()), Some(9));
    assert_eq!(find["$defs"].get("Filter"), None, "{find}");
    assert!(schema_of(&service, "tree")["$defs"]["Tree"].is_object());
}

#[tokio::test]
async fn fields_are_decoded_from_among_the_other_arguments() {
    let client = Client::modern(&service());
    let arguments = json!({
        "seats": 2, "from": 6, "to": 9, "then": "Time", "carrier": "A\"B", "to_place": "OSL", "maxPrice": 5e2,
        "sortorder": "Price", "stops": 0,
    });
    assert_eq!(
        client.text("find", arguments).await,
        "OSL Filter { max_price: 500, stops: 0, airline: Some(\"A\\\"B\"), \
         times: Times { from: 6, to: Hour(9) }, seen: 0 } Price Time 2"
    );
}

#[tokio::test]
async fn what_is_left_out_or_null_takes_the_defaults_of_the_fields() {
    let client = Client::modern(&service());
    let expected = "OSL Filter { max_price: 1, stops: 2, airline: None, \
         times: Times { from: 6, to: Hour(24) }, seen: 0 } Price Time 1";
    let given =
        json!({"to_place": "OSL", "maxPrice": 1, "from": 6, "sortorder": "Price", "then": "Time"});
    assert_eq!(client.text("find", given.clone()).await, expected);
    let mut nulls = given;
    for key in ["stops", "carrier", "to", "seats"] {
        nulls[key] = Value::Null;
    }
    assert_eq!(client.text("find", nulls).await, expected);
}

#[tokio::test]
async fn every_field_at_fault_is_reported_at_once() {
    let client = Client::modern(&service());
    let result = client
        .call(
            "find",
            json!({"maxPrice": "dear", "stops": 300, "to": null, "airline": "x", "then": "Tim", "seen": 1}),
        )
        .await;
    assert_eq!(result["isError"], true);
    assert_eq!(
        crate::text(&result),
        "invalid arguments for `find`:\n\
         - `to_place`: missing\n\
         - `maxPrice`: expected an integer, got the string \"dear\"\n\
         - `stops`: expected an integer from 0 to 255, got the number 300\n\
         - `from`: missing\n\
         - `sortorder`: missing\n\
         - `then`: expected one of \"Price\", \"Time\", got \"Tim\"; did you mean \"Time\"?\n\
         - `airline`: unknown argument; known: `to_place`, `maxPrice`, `stops`, `carrier`, `from`, `to`, `sortorder`, `then`, `seats`\n\
         - `seen`: unknown argument; known: `to_place`, `maxPrice`, `stops`, `carrier`, `from`, `to`, `sortorder`, `then`, `seats`"
    );
}

#[tokio::test]
async fn a_field_given_twice_is_refused_once_and_the_others_are_looked_at() {
    let client = Client::modern(&service());
    let call =
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tree","arguments":
        {"label":"a","label":"b","children":[{"label":1}]},"_meta":META}}"#
            .replace("META", &crate::meta("2026-07-28").to_string());
    let answer = client.send_text(&call).await.expect("an answer");
    assert_eq!(
        crate::text(&answer["result"]),
        "invalid arguments for `tree`:\n\
         - `label`: given twice\n\
         - `children[0].label`: expected a string, got the number 1"
    );
}

#[tokio::test]
async fn generic_borrowing_and_recursive_records_unroll() {
    let client = Client::modern(&service());
    assert_eq!(
        client.text("page", json!({"after": "x"})).await,
        "Page { limit: None, after: Some(\"x\") }"
    );
    assert_eq!(
        client
            .text("borrowed", json!({"word": "a\nb", "more": ["c\t"]}))
            .await,
        "Borrowed { word: \"a\\nb\", more: [\"c\\t\"] }"
    );
    assert_eq!(
        client
            .text("tree", json!({"label": "a", "children": [{"label": "b"}]}))
            .await,
        "Tree { label: \"a\", children: [Tree { label: \"b\", children: [] }] }"
    );
    let result = client.call("borrowed", json!({"word": 1})).await;
    assert_eq!(
        crate::text(&result),
        "invalid arguments for `borrowed`:\n- `word`: expected a string, got the number 1"
    );
}

#[tokio::test]
async fn what_serde_reads_by_a_function_and_closed_records_work() {
    let client = Client::modern(&service());
    assert_eq!(
        client
            .text("plain", json!({"twice": 4, "type": "t", "other": 1}))
            .await,
        "Plain { twice: 8, type: \"t\" }"
    );
    let result = client.call("plain", json!({"twice": "4"})).await;
    assert_eq!(
        crate::text(&result),
        "invalid arguments for `plain`:\n\
         - `type`: missing\n\
         - `twice`: expected an integer, got the string \"4\""
    );
}

#[derive(Debug, Deserialize, JsonSchema, mcp::Record)]
struct Renamed {
    #[schemars(rename = "other")]
    one: u8,
}

#[mcp::tool(unlisted)]
fn renamed(#[arg(unroll)] it: Renamed) -> u8 {
    it.one
}

#[test]
fn a_schema_that_names_other_keys_than_serde_is_refused() {
    let server = Server::new("demo", "1.0.0").tools(mcp::tools![renamed]);
    let error = server.build().expect_err("the schema lies").to_string();
    assert_eq!(
        error,
        "the server cannot be built\n- tool `renamed`: parameter `it`: `Renamed` cannot be unrolled: its schema has a \
         property `other`, for which serde has no field; leave `unroll` out to take it as one value"
    );
}

/// A record with a map behind it takes any key, so it is one value.
#[mcp::tool(unlisted)]
fn whole(rest: BTreeMap<String, u8>) -> usize {
    rest.len()
}

#[test]
fn a_tool_without_unroll_is_as_ever() {
    let service = Server::new("demo", "1.0.0")
        .tools(mcp::tools![whole])
        .build()
        .expect("a sound server");
    assert_eq!(schema_of(&service, "whole")["required"], json!(["rest"]));
}
