//! Requests and what comes back.

use crate::connected;
use crate::fake::{Fake, text};
use mcp::client::{ClientError, ToolError};
use mcp::{Era, Image, Server};
use serde::Deserialize;
use serde_json::{Value, json};

/// Adds two integers.
#[mcp::tool(unlisted)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Fails.
#[mcp::tool(unlisted)]
fn fail() -> Result<String, String> {
    Err("out of order".to_owned())
}

/// A list.
#[mcp::tool(unlisted)]
fn list() -> Vec<u8> {
    vec![1, 2]
}

/// A picture.
#[mcp::tool(unlisted)]
fn picture() -> Image {
    Image::new([1, 2, 3], "image/png")
}

/// Greets.
#[mcp::prompt(unlisted)]
fn greeting(name: String) -> String {
    format!("Greet {name}.")
}

/// A note.
#[mcp::resource("note:///{name}", unlisted)]
fn note(name: String) -> String {
    format!("about {name}")
}

/// The manual.
#[mcp::resource("file:///manual", unlisted)]
fn manual() -> String {
    "read me".to_owned()
}

fn server() -> Server {
    Server::new("tests", "1.0.0")
        .page_size(2)
        .tools(mcp::tools![add, fail, list, picture])
        .prompts(mcp::prompts![greeting])
        .resources(mcp::resources![note, manual])
}

#[tokio::test]
async fn everything_of_a_server_can_be_had_in_both_eras() {
    for era in [Era::Modern, Era::Legacy] {
        let client = connected(server(), era).await;
        let tools = client.list_tools().await.expect("the tools");
        let names: Vec<_> = tools.iter().map(|tool| tool.name.as_str()).collect();
        assert_eq!(names, ["add", "fail", "list", "picture"], "{era:?}");
        assert_eq!(tools[0].description.as_deref(), Some("Adds two integers."));
        assert_eq!(tools[0].input_schema["required"], json!(["a", "b"]));
        let sum = client
            .call("add", json!({"a": 1, "b": 2}))
            .await
            .expect("a result");
        assert_eq!(sum.into_typed::<i64>().expect("a number"), 3);
        let list = client.call("list", ()).await.expect("a result");
        assert_eq!(list.into_typed::<Vec<u8>>().expect("a list"), [1, 2]);
        let picture = client.call("picture", ()).await.expect("a result");
        assert_eq!(picture.content()[0].kind(), "image");
        assert_eq!(
            picture.content()[0].bytes().as_deref(),
            Some(&[1, 2, 3][..])
        );
        assert_eq!(picture.content()[0].mime_type(), Some("image/png"));
        let failed = client.call("fail", ()).await.expect("a result");
        assert!(failed.is_error());
        assert_eq!(failed.text(), "out of order");
        let error = failed.into_typed::<String>().expect_err("it failed");
        assert!(matches!(error, ToolError::Failed(text) if text == "out of order"));
        let prompts = client.list_prompts().await.expect("the prompts");
        assert_eq!(prompts[0].arguments[0].name, "name");
        let prompt = client
            .prompt("greeting", json!({"name": "Ada"}))
            .await
            .expect("a prompt");
        assert_eq!(prompt.messages[0].role, "user");
        assert_eq!(prompt.messages[0].content.as_text(), Some("Greet Ada."));
        let resources = client.list_resources().await.expect("the resources");
        assert_eq!(resources[0].uri, "file:///manual");
        let templates = client.list_templates().await.expect("the templates");
        assert_eq!(templates[0].uri_template, "note:///{name}");
        let note = client.read("note:///tea").await.expect("a note");
        assert_eq!(note[0].text.as_deref(), Some("about tea"));
        assert_eq!(note[0].bytes().expect("bytes").as_ref(), b"about tea");
    }
}

#[tokio::test]
async fn errors_keep_code_message_and_data() {
    let client = connected(server(), Era::Modern).await;
    let error = client.call("ad", ()).await.expect_err("no such tool");
    assert_eq!(error.code().expect("a code").0, -32602);
    assert_eq!(
        error.to_string(),
        "the server answered: unknown tool `ad`; did you mean `add`? (-32602)"
    );
    let error = client
        .request("vendor/none", ())
        .await
        .expect_err("no such method");
    assert_eq!(error.code().expect("a code").0, -32601);
    let error = client.call("add", 7).await.expect_err("no object");
    assert_eq!(error.to_string(), "the parameters: they are no object");
}

#[tokio::test]
async fn ten_thousand_calls_share_one_client() {
    let client = connected(server().max_calls(20_000, 20_000), Era::Modern).await;
    let calls: Vec<_> = (0..10_000_i64)
        .map(|n| {
            let client = client.clone();
            tokio::spawn(async move {
                let sum = client.call("add", json!({"a": n, "b": 1})).await?;
                Ok::<_, ClientError>(sum.into_typed::<i64>().expect("a number"))
            })
        })
        .collect();
    for (n, call) in (0..).zip(calls) {
        assert_eq!(call.await.expect("no panic").expect("an answer"), n + 1);
    }
    assert_eq!(client.in_flight(), 0);
}

#[tokio::test]
async fn answers_find_their_calls_in_any_order_late_twice_or_unknown() {
    let (mut fake, client) = Fake::modern().await;
    let first = client.call_async("a", ());
    let one = fake.expect("tools/call").await;
    let second = client.call_async("b", ());
    let two = fake.expect("tools/call").await;
    assert_ne!(one["id"], two["id"]);
    fake.say(&json!({"jsonrpc": "2.0", "id": 999, "result": text("nobody's")}))
        .await;
    fake.say(&json!({"jsonrpc": "2.0", "id": "x", "result": text("nobody's")}))
        .await;
    fake.answer(&two, text("two")).await;
    fake.answer(&two, text("again")).await;
    fake.answer(&one, text("one")).await;
    assert_eq!(second.await.expect("an answer").text(), "two");
    assert_eq!(first.await.expect("an answer").text(), "one");
    let third = client.call_async("c", ());
    let three = fake.expect("tools/call").await;
    // ids that came back as texts are taken for what they are
    let id = three["id"].as_u64().expect("a number").to_string();
    fake.say(&json!({"jsonrpc": "2.0", "id": id, "result": text("three")}))
        .await;
    assert_eq!(third.await.expect("an answer").text(), "three");
}

#[tokio::test]
async fn junk_between_the_messages_is_passed_over_and_never_answered() {
    let (mut fake, client) = Fake::modern().await;
    let call = client.call_async("a", ());
    let request = fake.expect("tools/call").await;
    for n in 0..1000 {
        fake.write(&format!("starting up {n}...\n")).await;
    }
    fake.write("\u{feff}\n\n[1,2]\n{}\nnull\n{\"id\":null,\"error\":{\"code\":-32700}}\n")
        .await;
    fake.answer(&request, text("here")).await;
    assert_eq!(call.await.expect("an answer").text(), "here");
    let _next = client.call_async("b", ());
    // the next message of the client is the next call, no complaint
    fake.expect("tools/call").await;
}

#[tokio::test]
async fn a_message_over_the_limit_fails_its_call_alone() {
    let (mut fake, client) = Fake::modern_with(|connect| connect.max_message_size(10_000)).await;
    let call = client.call_async("a", ());
    let request = fake.expect("tools/call").await;
    fake.answer(&request, text(&"x".repeat(20_000))).await;
    let error = call.await.expect_err("too long");
    assert!(matches!(error, ClientError::TooLong(10_000)), "{error}");
    let call = client.call_async("b", ());
    let request = fake.expect("tools/call").await;
    fake.answer(&request, text("short")).await;
    assert_eq!(call.await.expect("an answer").text(), "short");
}

#[tokio::test]
async fn lists_come_whole_and_schemas_as_they_were_sent() {
    let (mut fake, client) = Fake::modern().await;
    let listing = tokio::spawn({
        let client = client.clone();
        async move { client.list_tools().await }
    });
    let schema = json!({
        "type": "object", "if": {"required": ["a"]}, "then": {"required": ["b"]},
        "$ref": "http://127.0.0.1:1/s.json", "unevaluatedProperties": false, "x-own": [1],
    });
    let page = |name: &str| json!({"name": name, "inputSchema": schema, "x-extra": true});
    let request = fake.expect("tools/list").await;
    let first = json!({"tools": [page("a")], "nextCursor": "2"});
    fake.answer(&request, first).await;
    let request = fake.expect("tools/list").await;
    assert_eq!(request["params"]["cursor"], "2");
    fake.answer(&request, json!({"tools": [page("b")]})).await;
    let tools = listing.await.expect("no panic").expect("a list");
    assert_eq!(tools.len(), 2);
    let sent: Value = serde_json::from_str(tools[1].json()).expect("JSON");
    assert_eq!(sent, page("b"));
    assert_eq!(tools[1].input_schema, schema);
}

#[tokio::test]
async fn digits_of_arguments_are_not_lost() {
    let (mut fake, client) = Fake::modern().await;
    let big: Box<serde_json::value::RawValue> =
        serde_json::from_str("123456789012345678901234567890").expect("JSON");
    let _call = client.call_async("a", std::collections::BTreeMap::from([("n", big)]));
    let request = fake.next_text().await;
    assert!(
        request.contains("123456789012345678901234567890"),
        "{request}"
    );
}

#[tokio::test]
async fn members_of_meta_are_added_to_ours() {
    let (mut fake, client) = Fake::modern().await;
    let call = client
        .call("a", json!({"b": 1}))
        .meta("traceparent", "00-ab");
    let _call = call.start();
    let request = fake.expect("tools/call").await;
    assert_eq!(request["params"]["_meta"]["traceparent"], "00-ab");
    let own = client.request("vendor/x", json!({"_meta": {"mine": 1}, "c": 2}));
    let _own = own.start();
    let request = fake.expect("vendor/x").await;
    assert_eq!(request["params"]["_meta"]["mine"], 1);
    assert_eq!(request["params"]["c"], 2);
    assert_eq!(
        request["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"],
        "2026-07-28"
    );
}

#[derive(Debug, Deserialize, PartialEq)]
struct Pair {
    a: u8,
}

#[tokio::test]
async fn results_are_read_from_structure_then_json_then_text() {
    let (mut fake, client) = Fake::modern().await;
    let mut ask = async |result: Value| {
        let call = client.call_async("a", ());
        let request = fake.expect("tools/call").await;
        fake.answer(&request, result).await;
        call.await.expect("an answer")
    };
    let both = json!({"content": [{"type": "text", "text": "x"}], "structuredContent": {"a": 1}});
    assert_eq!(
        ask(both).await.into_typed::<Pair>().expect("a pair"),
        Pair { a: 1 }
    );
    let wrapped = json!({"content": [], "structuredContent": {"result": [4]}});
    assert_eq!(
        ask(wrapped).await.into_typed::<Vec<u8>>().expect("a list"),
        [4]
    );
    assert_eq!(
        ask(text(r#"{"a":2}"#))
            .await
            .into_typed::<Pair>()
            .expect("a pair"),
        Pair { a: 2 }
    );
    assert_eq!(
        ask(text("plain"))
            .await
            .into_typed::<String>()
            .expect("a text"),
        "plain"
    );
    let error = ask(text("plain"))
        .await
        .into_typed::<Pair>()
        .expect_err("no pair");
    assert!(matches!(error, ToolError::Value(_)), "{error}");
    let nothing = json!({"content": []});
    ask(nothing).await.into_typed::<()>().expect("nothing");
    let unknown = json!({"content": [{"type": "hologram", "x": 1}]});
    let result = ask(unknown).await;
    assert_eq!(result.content()[0].kind(), "hologram");
    assert_eq!(result.content()[0].json()["x"], 1);
}

#[tokio::test]
async fn an_unknown_kind_of_result_is_an_error() {
    let (mut fake, client) = Fake::modern().await;
    let call = client.call_async("a", ());
    let request = fake.expect("tools/call").await;
    fake.answer(&request, json!({"resultType": "foo", "content": []}))
        .await;
    let error = call.await.expect_err("an unknown type");
    assert!(error.to_string().contains("unknown type `foo`"), "{error}");
}
