//! Resources and templates: lists and `resources/read` in both eras.

use crate::{Client, LEGACY};
use mcp::{Json, ResourceContents, ResourceResult, Server, Service};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Serialize)]
struct Settings {
    colour: &'static str,
}

/// What the program was told.
#[mcp::resource(
    "config://app",
    unlisted,
    title = "Settings",
    mime = "text/plain",
    size = 13,
    annotations(audience = ["user", "assistant"], priority = 0.5),
    icon("https://example.com/a.png"),
    meta("com.example/a" = true)
)]
fn config() -> &'static str {
    "colour = blue"
}

#[mcp::resource("config://app.json", unlisted, name = "The same, as JSON")]
async fn as_json() -> Json<Settings> {
    Json(Settings { colour: "blue" })
}

#[mcp::resource(
    "image://dot",
    unlisted,
    mime = "image/gif",
    annotations(audience = "user")
)]
fn dot() -> &'static [u8] {
    &[0, 255]
}

#[mcp::resource("list://both", unlisted, mime = "text/plain")]
fn both() -> Vec<ResourceContents> {
    vec![
        ResourceContents::text("list://a", "a"),
        ResourceContents::blob("list://b", [1]).mime_type("x/y"),
    ]
}

#[mcp::resource("broken://err", unlisted)]
fn broken() -> Result<String, String> {
    Err("no disk".to_owned())
}

#[mcp::resource("broken://panic", unlisted)]
fn panics() -> String {
    panic!("secret")
}

#[mcp::resource("broken://refused", unlisted)]
fn refused() -> Result<String, mcp::ProtocolError> {
    Err(mcp::ProtocolError::new(-32050, "not today"))
}

/// One row.
#[mcp::resource(
    "db:///{table}/{row}{?columns}",
    unlisted,
    mime = "text/csv",
    annotations(priority = 1)
)]
async fn row(
    context: &mcp::Context,
    /// Its table.
    table: &str,
    #[arg(name = "row")] number: u32,
    columns: Option<String>,
) -> Option<String> {
    let _ = context.request_id();
    (table != "none").then(|| format!("{table}, {number}, {columns:?}"))
}

/// Any file.
#[mcp::resource("file:///{+path}", unlisted)]
fn file(path: String) -> Result<ResourceResult, std::num::ParseIntError> {
    Ok(match path.as_str() {
        "missing" => ResourceResult::not_found(),
        "bad" => "x".parse::<u8>().map(|_| ResourceResult::not_found())?,
        _ => ResourceResult::text(path),
    })
}

#[mcp::resource("file:///logs/{+path}", unlisted)]
fn log(path: &str) -> String {
    format!("log {path}")
}

fn server() -> Server {
    Server::new("demo", "1.0.0").resources(mcp::resources![
        config, as_json, dot, both, broken, panics, refused, row, file, log
    ])
}

fn service() -> Service {
    server().build().expect("a sound server")
}

async fn read(client: &Client, uri: &str) -> Value {
    client.ask("resources/read", json!({"uri": uri})).await
}

/// The contents of the one thing that was read.
async fn contents(client: &Client, uri: &str) -> Value {
    let answer = read(client, uri).await;
    let contents = &answer["result"]["contents"];
    assert_eq!(contents.as_array().map(Vec::len), Some(1), "{answer}");
    contents[0].clone()
}

#[tokio::test]
async fn a_modern_client_is_told_every_resource_in_name_order() {
    let client = Client::modern(&service());
    let answer = client.ask("resources/list", json!({})).await;
    let result = &answer["result"];
    assert_eq!(result["resultType"], "complete");
    assert_eq!(result["ttlMs"], 0);
    assert_eq!(
        result["resources"],
        json!([
            {"uri": "config://app.json", "name": "The same, as JSON"},
            {"uri": "list://both", "name": "both", "mimeType": "text/plain"},
            {"uri": "broken://err", "name": "broken"},
            {
                "uri": "config://app",
                "name": "config",
                "title": "Settings",
                "description": "What the program was told.",
                "mimeType": "text/plain",
                "size": 13,
                "annotations": {"audience": ["user", "assistant"], "priority": 0.5},
                "icons": [{"src": "https://example.com/a.png"}],
                "_meta": {"com.example/a": true},
            },
            {"uri": "image://dot", "name": "dot", "mimeType": "image/gif", "annotations": {"audience": ["user"]}},
            {"uri": "broken://panic", "name": "panics"},
            {"uri": "broken://refused", "name": "refused"},
        ])
    );
    let answer = client.ask("resources/templates/list", json!({})).await;
    assert_eq!(answer["result"]["cacheScope"], "private");
    assert_eq!(
        answer["result"]["resourceTemplates"],
        json!([
            {"uriTemplate": "file:///{+path}", "name": "file", "description": "Any file."},
            {"uriTemplate": "file:///logs/{+path}", "name": "log"},
            {
                "uriTemplate": "db:///{table}/{row}{?columns}",
                "name": "row",
                "description": "One row.",
                "mimeType": "text/csv",
                "annotations": {"priority": 1},
            },
        ])
    );
    let answer = client.ask("server/discover", json!({})).await;
    assert_eq!(
        answer["result"]["capabilities"],
        json!({"logging": {}, "resources": {}})
    );
}

#[tokio::test]
async fn older_revisions_are_told_what_they_know_of_resources() {
    let service = service();
    for version in LEGACY {
        let client = Client::legacy(&service, version).await;
        let answer = client.ask("resources/list", json!({})).await;
        let config = &answer["result"]["resources"][3];
        assert_eq!(config["annotations"]["priority"], 0.5, "{version}");
        assert_eq!(config["size"], 13, "{version}");
        let later = version >= "2025-06-18";
        assert_eq!(config.get("title").is_some(), later, "{version}");
        assert_eq!(config.get("_meta").is_some(), later, "{version}");
        let newest = version >= "2025-11-25";
        assert_eq!(config.get("icons").is_some(), newest, "{version}");
        let answer = read(&client, "config://app").await;
        assert_eq!(
            answer["result"],
            json!({"contents": [{"uri": "config://app", "mimeType": "text/plain", "text": "colour = blue"}]}),
        );
    }
}

#[tokio::test]
async fn text_bytes_values_and_several_contents_can_be_read() {
    let client = Client::modern(&service());
    let answer = read(&client, "config://app").await;
    assert_eq!(answer["result"]["resultType"], "complete");
    assert_eq!(answer["result"]["ttlMs"], 0);
    assert_eq!(answer["result"]["cacheScope"], "private");
    assert_eq!(
        answer["result"]["contents"],
        json!([{"uri": "config://app", "mimeType": "text/plain", "text": "colour = blue"}])
    );
    assert_eq!(
        contents(&client, "config://app.json").await,
        json!({"uri": "config://app.json", "mimeType": "application/json", "text": "{\"colour\":\"blue\"}"})
    );
    assert_eq!(
        contents(&client, "image://dot").await,
        json!({"uri": "image://dot", "mimeType": "image/gif", "blob": "AP8="})
    );
    assert_eq!(
        read(&client, "list://both").await["result"]["contents"],
        json!([
            {"uri": "list://a", "mimeType": "text/plain", "text": "a"},
            {"uri": "list://b", "mimeType": "x/y", "blob": "AQ=="},
        ])
    );
}

#[tokio::test]
async fn what_was_read_is_not_kept_whatever_the_lists_say() {
    let service = server()
        .cache(
            std::time::Duration::from_secs(60),
            mcp::server::CacheScope::Public,
        )
        .build()
        .expect("a sound server");
    let client = Client::modern(&service);
    let list = client.ask("resources/list", json!({})).await;
    assert_eq!(list["result"]["ttlMs"], 60_000);
    let answer = read(&client, "config://app").await;
    assert_eq!(answer["result"]["ttlMs"], 0);
    assert_eq!(answer["result"]["cacheScope"], "private");
}

#[tokio::test]
async fn variables_of_a_template_are_arguments() {
    let client = Client::modern(&service());
    assert_eq!(
        contents(&client, "db:///caf%C3%A9/7?columns=a%26b").await,
        json!({"uri": "db:///caf%C3%A9/7?columns=a%26b", "mimeType": "text/csv", "text": "café, 7, Some(\"a&b\")"})
    );
    assert_eq!(contents(&client, "db:///t/0").await["text"], "t, 0, None");
    assert_eq!(
        contents(&client, "file:///a/b.txt").await["text"],
        "a/b.txt"
    );
}

#[tokio::test]
async fn of_two_templates_the_one_with_more_text_of_its_own_is_asked() {
    let client = Client::modern(&service());
    assert_eq!(
        contents(&client, "file:///logs/a/b").await["text"],
        "log a/b"
    );
    assert_eq!(contents(&client, "file:///log").await["text"], "log");
}

#[tokio::test]
async fn an_unknown_resource_has_the_code_of_its_revision_and_names_the_uri() {
    let service = service();
    let unknown = [
        "config://other",
        "db:///a/b/c",
        "db:///a%2Fb/1",
        "db:///none/1",
        "file:///missing",
        "config://app?x=1",
        "",
    ];
    for version in LEGACY {
        let client = Client::legacy(&service, version).await;
        let error = read(&client, unknown[0]).await["error"].clone();
        assert_eq!(error["code"], -32002, "{version}");
        assert_eq!(error["data"], json!({"uri": "config://other"}));
        let error = read(&client, "db:///none/1").await["error"].clone();
        assert_eq!(error["code"], -32002, "{version}");
    }
    let client = Client::modern(&service);
    for uri in unknown {
        let error = read(&client, uri).await["error"].clone();
        assert_eq!(error["code"], -32602, "{uri}");
        assert_eq!(error["data"], json!({"uri": uri}));
        assert_eq!(error["message"], "there is no resource with this `uri`");
    }
}

#[tokio::test]
async fn what_cannot_be_read_says_why() {
    let client = Client::modern(&service());
    for (uri, message) in [
        (
            "db:///t/x",
            "invalid arguments for `db:///{table}/{row}{?columns}`:\n- `row`: \"x\" cannot be read: invalid digit found in string",
        ),
        (
            "db:///%FF/1",
            "`table` in `uri` is not UTF-8 when it is decoded",
        ),
        (
            "db:///100%/1",
            "`uri` has a `%` that no two hexadecimal digits follow; write `%25` for the sign itself",
        ),
    ] {
        let error = read(&client, uri).await["error"].clone();
        assert_eq!(error["code"], -32602, "{uri}");
        assert_eq!(error["message"], message);
    }
    let answer = client.ask("resources/read", json!({})).await;
    assert_eq!(answer["error"]["message"], "invalid params: `uri`: missing");
}

#[tokio::test]
async fn a_resource_that_fails_is_an_error_of_the_server() {
    let client = Client::modern(&service());
    for (uri, code, message) in [
        ("broken://err", -32603, "no disk"),
        ("broken://panic", -32603, "the resource failed"),
        ("broken://refused", -32050, "not today"),
        ("file:///bad", -32603, "invalid digit found in string"),
    ] {
        let error = read(&client, uri).await["error"].clone();
        assert_eq!(error["code"], code, "{uri}");
        assert_eq!(error["message"], message);
    }
    let masked = server().mask_errors().build().expect("a sound server");
    let error = read(&Client::modern(&masked), "broken://err").await["error"].clone();
    assert_eq!(error["message"], "the resource failed");
}

#[tokio::test]
async fn resources_come_in_pages() {
    let service = server().page_size(2).build().expect("a sound server");
    let client = Client::modern(&service);
    for (method, member, whole) in [
        ("resources/list", "resources", 7),
        ("resources/templates/list", "resourceTemplates", 3),
    ] {
        let mut params = json!({});
        let mut seen = 0;
        loop {
            let answer = client.ask(method, params).await;
            seen += answer["result"][member].as_array().expect("a list").len();
            match answer["result"].get("nextCursor") {
                Some(cursor) => params = json!({"cursor": cursor}),
                None => break,
            }
        }
        assert_eq!(seen, whole, "{method}");
    }
}

mod again {
    #[mcp::resource("config://app", unlisted)]
    pub(super) fn settings() -> &'static str {
        "another"
    }
}

#[test]
fn two_resources_with_one_uri_are_not_served_together() {
    let error = server()
        .mount("again", mcp::resources![again::settings])
        .build()
        .expect_err("one URI");
    let text = error.to_string();
    assert!(
        text.contains("two resources have the URI `config://app` (tests/server/resources.rs:"),
        "{text}"
    );
}
