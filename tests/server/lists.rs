//! `tools/list`: what each revision is told, pages, byte-identical answers.

use crate::{Client, LEGACY};
use mcp::server::CacheScope;
use mcp::{Era, Server, Tool};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use std::time::Duration;

#[derive(Serialize, JsonSchema)]
struct Sum {
    /// The sum itself.
    total: i64,
}

/// Adds up.
#[mcp::tool(unlisted, title = "Adder", read_only, destructive = false)]
fn add(
    /// The first.
    a: i64,
    b: Option<u8>,
    /// Shown in the answer.
    #[arg(default = 10)]
    base: u32,
) -> Sum {
    Sum {
        total: a + i64::from(b.unwrap_or(0)) + i64::from(base),
    }
}

/// The time.
#[mcp::tool(unlisted)]
fn now() -> String {
    "noon".to_owned()
}

/// A number.
#[mcp::tool(unlisted)]
fn seven() -> u8 {
    7
}

fn server() -> Server {
    Server::new("demo", "1.0.0").tools(mcp::tools![seven, now, add])
}

async fn list(client: &Client) -> Value {
    client.ask("tools/list", json!({})).await["result"].clone()
}

#[tokio::test]
async fn a_modern_client_is_told_everything_in_name_order() {
    let result = list(&Client::modern(&server().build().expect("a sound server"))).await;
    let info = json!({"io.modelcontextprotocol/serverInfo": {"name": "demo", "version": "1.0.0"}});
    assert_eq!(
        result,
        json!({
            "resultType": "complete",
            "tools": [
                {
                    "name": "add",
                    "title": "Adder",
                    "description": "Adds up.",
                    "inputSchema": {
                        "type": "object",
                        "properties": {
                            "a": {"type": "integer", "description": "The first."},
                            "b": {"type": "integer", "minimum": 0, "maximum": 255},
                            "base": {"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32, "description": "Shown in the answer.", "default": 10},
                        },
                        "required": ["a"],
                        "additionalProperties": false,
                    },
                    "outputSchema": {
                        "type": "object",
                        "properties": {"total": {"type": "integer", "description": "The sum itself."}},
                        "required": ["total"],
                    },
                    "annotations": {"readOnlyHint": true, "destructiveHint": false},
                },
                {
                    "name": "now",
                    "description": "The time.",
                    "inputSchema": {"type": "object", "properties": {}, "additionalProperties": false},
                },
                {
                    "name": "seven",
                    "description": "A number.",
                    "inputSchema": {"type": "object", "properties": {}, "additionalProperties": false},
                    "outputSchema": {"type": "integer", "minimum": 0, "maximum": 255},
                },
            ],
            "ttlMs": 0,
            "cacheScope": "private",
            "_meta": info,
        })
    );
}

#[tokio::test]
async fn older_revisions_are_told_what_they_know() {
    let service = server().build().expect("a sound server");
    for version in LEGACY {
        let result = list(&Client::legacy(&service, version).await).await;
        assert_eq!(
            result.as_object().map(|result| result.len()),
            Some(1),
            "only `tools`: {result}"
        );
        let [add, now, seven] = result["tools"].as_array().expect("a list").as_slice() else {
            panic!("three tools: {result}");
        };
        let structured = version >= "2025-06-18";
        assert_eq!(add.get("title").is_some(), structured, "{version}");
        assert_eq!(add.get("outputSchema").is_some(), structured, "{version}");
        assert_eq!(
            add.get("annotations").is_some(),
            version >= "2025-03-26",
            "{version}"
        );
        assert_eq!(now.get("annotations"), None, "no hint was given");
        assert_eq!(
            seven.get("outputSchema"),
            None,
            "a number is no object: {version}"
        );
    }
}

#[tokio::test]
async fn nothing_is_null() {
    let service = server().build().expect("a sound server");
    for text in [
        service.tools_json(Era::Modern),
        service.tools_json(Era::Legacy),
    ] {
        assert!(!text.contains(":null"), "{text}");
    }
}

#[tokio::test]
async fn two_answers_are_the_same_bytes_on_any_connection() {
    let service = server().build().expect("a sound server");
    let message = |client: &Client| client.request(1, "tools/list", json!({})).to_string();
    let mut answers = Vec::new();
    for _ in 0..2 {
        let client = Client::modern(&service);
        for _ in 0..2 {
            answers.push(
                client
                    .connection()
                    .handle(message(&client))
                    .await
                    .expect("an answer"),
            );
        }
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
}

#[tokio::test]
async fn pages_lead_from_one_to_the_next_and_end() {
    let service = server().page_size(2).build().expect("a sound server");
    let legacy = Client::legacy(&service, "2025-11-25").await;
    for client in [Client::modern(&service), legacy] {
        let first = list(&client).await;
        let cursor = first["nextCursor"].as_str().expect("a cursor").to_owned();
        let second = client.ask("tools/list", json!({"cursor": cursor})).await["result"].clone();
        assert_eq!(second.get("nextCursor"), None);
        let names = |page: &Value| {
            let tools = page["tools"].as_array().expect("a list");
            tools
                .iter()
                .map(|tool| tool["name"].as_str().expect("a name").to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            (names(&first), names(&second)),
            (vec!["add".into(), "now".into()], vec!["seven".into()])
        );
        for bad in [
            json!("nonsense"),
            json!("p0"),
            json!("p2"),
            json!("p01"),
            json!(""),
            json!(5),
        ] {
            let answer = client.ask("tools/list", json!({"cursor": bad})).await;
            assert_eq!(answer["error"]["code"], -32602, "{bad}");
        }
    }
}

#[tokio::test]
async fn a_cursor_is_refused_where_all_is_on_one_page() {
    let client = Client::modern(&server().build().expect("a sound server"));
    let answer = client.ask("tools/list", json!({"cursor": "p1"})).await;
    assert_eq!(answer["error"]["code"], -32602);
}

#[tokio::test]
async fn lists_and_the_discovery_say_how_long_they_may_be_kept() {
    let server = server().cache(Duration::from_secs(60), CacheScope::Public);
    let client = Client::modern(&server.build().expect("a sound server"));
    for method in ["tools/list", "server/discover"] {
        let result = client.ask(method, json!({})).await["result"].clone();
        assert_eq!(
            (&result["ttlMs"], &result["cacheScope"]),
            (&json!(60_000), &json!("public"))
        );
    }
}

#[test]
fn a_tool_made_at_run_time_reads_like_an_annotated_one() {
    use mcp::{ObjectSchema, schema::Type};
    let schema = ObjectSchema::new().property("text", Type::String, "What to say.", true);
    let tool = Tool::dynamic("say", "Says it.", schema, async |_, _| {
        Ok::<_, String>(String::new())
    });
    let made = Server::new("demo", "1.0.0")
        .tool(tool)
        .build()
        .expect("a sound server");

    /// Says it.
    #[mcp::tool(unlisted)]
    fn say(
        /// What to say.
        text: String,
    ) -> String {
        text
    }
    let annotated = Server::new("demo", "1.0.0")
        .tools(mcp::tools![say])
        .build()
        .expect("a sound server");
    assert_eq!(
        made.tools_json(Era::Modern),
        annotated.tools_json(Era::Modern)
    );
}
