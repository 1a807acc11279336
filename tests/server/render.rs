//! Output actions: the text of a result in another form, asked for by name.

use crate::{Client, LEGACY};
use mcp::schema::Profile;
use mcp::{Era, Registry, Server, ToolResult};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt;

#[derive(Deserialize, Serialize, JsonSchema)]
struct Row {
    id: u32,
}

#[derive(Debug)]
struct Lost;

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no form")
    }
}

impl std::error::Error for Lost {}

fn table(row: &Row) -> String {
    format!("|{}|", row.id)
}

fn csv(row: &Row) -> Result<String, Lost> {
    match row.id {
        0 => Err(Lost),
        id => Ok(id.to_string()),
    }
}

async fn slow(row: &Row) -> String {
    tokio::task::yield_now().await;
    format!("slow {}", row.id)
}

async fn slow_csv(row: &Row) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    tokio::task::yield_now().await;
    csv(row).map_err(Into::into)
}

fn broken(_: &Row) -> String {
    panic!("no such table")
}

fn lines(ids: &[u32]) -> String {
    ids.iter().map(|id| format!("{id}\n")).collect()
}

/// Any type at all.
fn debug<T: fmt::Debug>(value: &T) -> String {
    format!("{value:?}")
}

#[mcp::tool(unlisted, render(table = table, csv = csv, broken = broken))]
fn row(id: u32) -> Row {
    Row { id }
}

#[mcp::tool(unlisted, render(table = table, csv = self::csv, slow = slow, slow_csv = slow_csv))]
async fn later(id: u32) -> Result<Row, Lost> {
    (id < 9).then_some(Row { id }).ok_or(Lost)
}

#[mcp::tool(unlisted, inline, render(lines = lines, debug = debug))]
fn ids() -> Vec<u32> {
    vec![1, 2]
}

#[mcp::tool(unlisted, render(lines = lines))]
fn wrapped() -> mcp::Json<Vec<u32>> {
    mcp::Json(vec![3])
}

#[mcp::tool(unlisted, render(upper = str::to_uppercase))]
fn text(word: &str) -> &str {
    word
}

fn count(result: &ToolResult) -> String {
    format!("{result:?}").len().to_string()
}

#[mcp::tool(unlisted, render(count = count))]
fn full() -> ToolResult {
    ToolResult::new()
        .text("a")
        .text("b")
        .structured(&json!({"n": 1}))
}

#[mcp::tool(unlisted, extra = "ignore", render(debug = debug))]
fn open(n: u8) -> u8 {
    n
}

#[mcp::tool(unlisted, render(debug = debug))]
fn conditional(#[cfg(test)] n: u8, #[cfg(not(test))] m: u8) -> u8 {
    n
}

struct Shelf<T>(T);

#[mcp::tool]
impl<T: fmt::Debug + Clone + Send + Sync + 'static> Shelf<T> {
    fn shown(value: &Row) -> String {
        format!("a shelf with {}", value.id)
    }

    /// Takes a row from the shelf.
    #[tool(render(shown = Self::shown, all = <Self as Shown>::all))]
    fn take(&self, id: u32) -> Row {
        Row { id }
    }
}

trait Shown {
    fn all(row: &Row) -> String;
}

impl<T: fmt::Debug> Shown for Shelf<T> {
    fn all(row: &Row) -> String {
        format!("{} of {}", row.id, std::any::type_name::<T>())
    }
}

fn service(tools: Registry) -> mcp::Service {
    let server = Server::new("demo", "1.0.0").tools(tools);
    server.build().expect("a sound server")
}

fn all() -> mcp::Service {
    service(mcp::tools![
        row,
        later,
        ids,
        wrapped,
        text,
        full,
        open,
        conditional
    ])
}

#[track_caller]
fn check(result: &Value, text: &str, structured: Value) {
    assert_eq!(
        (&result["content"], &result["structuredContent"]),
        (&json!([{"type": "text", "text": text}]), &structured),
        "{result}"
    );
    assert_eq!(result.get("isError"), None, "{result}");
}

#[tokio::test]
async fn an_action_changes_the_text_alone() {
    let client = Client::modern(&all());
    for tool in ["row", "later"] {
        let call = |action: Value| client.call(tool, json!({"id": 7, "_render": action}));
        check(&call(json!("table")).await, "|7|", json!({"id": 7}));
        check(&call(json!("csv")).await, "7", json!({"id": 7}));
        check(&call(json!("raw")).await, r#"{"id":7}"#, json!({"id": 7}));
        check(&call(Value::Null).await, r#"{"id":7}"#, json!({"id": 7}));
        let plain = client.call(tool, json!({"id": 7})).await;
        check(&plain, r#"{"id":7}"#, json!({"id": 7}));
    }
    let call = |action| client.call("ids", json!({"_render": action}));
    check(&call("lines").await, "1\n2\n", json!([1, 2]));
    check(&call("debug").await, "[1, 2]", json!([1, 2]));
    let wrapped = client.call("wrapped", json!({"_render": "lines"})).await;
    check(&wrapped, "3\n", json!([3]));
    let conditional = client
        .call("conditional", json!({"n": 5, "_render": "debug"}))
        .await;
    check(&conditional, "5", json!(5));
    let open = client
        .call("open", json!({"n": 5, "m": 1, "_render": "debug"}))
        .await;
    check(&open, "5", json!(5));
}

#[tokio::test]
async fn async_actions_are_awaited() {
    let client = Client::modern(&all());
    let call = |action, id| client.call("later", json!({"id": id, "_render": action}));
    check(&call("slow", 7).await, "slow 7", json!({"id": 7}));
    check(&call("slow_csv", 7).await, "7", json!({"id": 7}));
    let failed = call("slow_csv", 0).await;
    assert_eq!(
        (&failed["isError"], crate::text(&failed)),
        (&json!(true), "no form".to_owned())
    );
}

#[tokio::test]
async fn the_text_of_an_action_replaces_all_content() {
    let client = Client::modern(&all());
    let upper = client
        .call("text", json!({"word": "é", "_render": "upper"}))
        .await;
    check(&upper, "É", Value::Null);
    let full = client.call("full", json!({"_render": "count"})).await;
    assert_eq!(full["content"].as_array().map(Vec::len), Some(1), "{full}");
    assert_eq!(full["structuredContent"], json!({"n": 1}));
}

#[tokio::test]
async fn the_failure_of_an_action_is_one_of_the_tool() {
    let client = Client::modern(&all());
    let call = |action, id| client.call("row", json!({"id": id, "_render": action}));
    let failed = call("csv", 0).await;
    assert_eq!(
        (&failed["isError"], crate::text(&failed)),
        (&json!(true), "no form".to_owned())
    );
    let panicked = call("broken", 1).await;
    assert_eq!(
        (&panicked["isError"], crate::text(&panicked)),
        (&json!(true), "the tool failed".to_owned())
    );
    // what fails before has nothing to render
    let failed = client
        .call("later", json!({"id": 9, "_render": "slow"}))
        .await;
    assert_eq!(
        (&failed["isError"], crate::text(&failed)),
        (&json!(true), "no form".to_owned())
    );

    let server = Server::new("demo", "1.0.0").tools(mcp::tools![row]);
    let masked = server.mask_errors().build().expect("a sound server");
    let failed = Client::modern(&masked)
        .call("row", json!({"id": 0, "_render": "csv"}))
        .await;
    assert_eq!(crate::text(&failed), "the tool failed");
}

#[tokio::test]
async fn an_unknown_action_is_a_bad_argument() {
    let client = Client::modern(&all());
    let refusal = |action: Value| client.text("row", json!({"id": "7", "_render": action}));
    assert_eq!(
        refusal(json!("tabel")).await,
        "invalid arguments for `row`:\n\
         - `id`: expected an integer, got the string \"7\"\n\
         - `_render`: expected one of \"raw\", \"table\", \"csv\", \"broken\", got \"tabel\"; did you mean \"table\"?"
    );
    assert_eq!(
        refusal(json!(5)).await,
        "invalid arguments for `row`:\n\
         - `id`: expected an integer, got the string \"7\"\n\
         - `_render`: expected a string, got the number 5"
    );
    let service = service(mcp::tools![crate::shown::plain]);
    assert_eq!(
        Client::modern(&service)
            .text("plain", json!({"_render": "table"}))
            .await,
        "invalid arguments for `plain`:\n- `_render`: unknown argument; there are none"
    );
}

#[tokio::test]
async fn older_revisions_get_the_text_too() {
    let service = all();
    for version in LEGACY {
        let client = Client::legacy(&service, version).await;
        let result = client
            .call("row", json!({"id": 7, "_render": "table"}))
            .await;
        let structured = (version >= "2025-06-18").then(|| json!({"id": 7}));
        check(&result, "|7|", structured.unwrap_or_default());
        let result = client.call("ids", json!({"_render": "lines"})).await;
        check(&result, "1\n2\n", Value::Null);
    }
}

#[tokio::test]
async fn actions_are_methods_of_a_generic_type_too() {
    let server = Server::new("demo", "1.0.0").tools(Shelf(1_u8));
    let service = server.build().expect("a sound server");
    let client = Client::modern(&service);
    let call = |action| client.call("take", json!({"id": 2, "_render": action}));
    check(&call("shown").await, "a shelf with 2", json!({"id": 2}));
    check(&call("all").await, "2 of u8", json!({"id": 2}));
}

#[test]
fn the_names_of_the_actions_are_published() {
    let render = |names: Value| {
        json!({
            "type": "string",
            "enum": names,
            "description": "The form of the text in the result; `raw` is the value itself.",
            "default": "raw",
        })
    };
    for profile in [Profile::Plain, Profile::Full] {
        let server = Server::new("demo", "1.0.0").profile(profile);
        let tools = mcp::tools![row, ids, open, conditional];
        let service = server.tools(tools).build().expect("a sound server");
        let list: Value = serde_json::from_str(&service.tools_json(Era::Modern)).expect("JSON");
        let [conditional, ids, open, row] = [0, 1, 2, 3].map(|tool| &list["tools"][tool]);
        let (of_debug, of_row) = (
            json!(["raw", "debug"]),
            json!(["raw", "table", "csv", "broken"]),
        );
        let properties = |tool: &Value| tool["inputSchema"]["properties"].clone();
        assert_eq!(
            properties(ids)["_render"],
            render(json!(["raw", "lines", "debug"]))
        );
        assert_eq!(properties(open)["_render"], render(of_debug.clone()));
        assert_eq!(properties(conditional)["_render"], render(of_debug));
        assert_eq!(properties(row)["_render"], render(of_row));
        assert_eq!(row["inputSchema"]["required"], json!(["id"]));
        // the schema of the value stays what it is
        assert_eq!(row["outputSchema"], schema_of_row(profile));
    }
}

fn schema_of_row(profile: Profile) -> Value {
    #[mcp::tool(unlisted)]
    fn row() -> Row {
        Row { id: 1 }
    }
    let server = Server::new("demo", "1.0.0").profile(profile);
    let service = server
        .tools(mcp::tools![row])
        .build()
        .expect("a sound server");
    let list: Value = serde_json::from_str(&service.tools_json(Era::Modern)).expect("JSON");
    list["tools"][0]["outputSchema"].clone()
}
