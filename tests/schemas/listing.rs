//! The list as a whole: always the same bytes, made once, without what was not set.

use crate::fixture::{self, hints, service};
use mcp::server::Connection;
use mcp::{Era, ObjectSchema, Profile, Registry, Server, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::HashMap;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

const ASKED: &str = "SCHEMAS_LIST_TOOLS";

fn everything() -> String {
    let lists = [Profile::Plain, Profile::Full].map(|profile| {
        let service = service(profile);
        [Era::Legacy, Era::Modern]
            .map(|era| service.tools_json(era))
            .join("\n")
    });
    lists.join("\n")
}

async fn ask(connection: &Connection) -> Vec<u8> {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "probe", "version": "0"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let request =
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta}});
    connection
        .handle(request.to_string())
        .await
        .expect("an answer")
}

#[tokio::test]
async fn two_connections_and_two_servers_give_the_same_bytes() {
    assert_eq!(everything(), everything());
    let service = service(Profile::Plain);
    let first = ask(&service.connect()).await;
    let connection = service.connect();
    for _ in 0..3 {
        assert!(ask(&connection).await == first);
    }
}

/// Does nothing unless the next test starts it.
#[test]
#[allow(clippy::print_stderr, reason = "read by the test that starts this one")]
fn a_process_that_lists_its_tools() {
    if std::env::var_os(ASKED).is_some() {
        eprintln!("<{}>", everything());
    }
}

#[test]
fn two_processes_give_the_same_bytes() {
    let here = everything();
    for _ in 0..3 {
        let output = Command::new(std::env::current_exe().expect("a program"))
            .args([
                "--exact",
                "listing::a_process_that_lists_its_tools",
                "--nocapture",
            ])
            .env(ASKED, "1")
            .output()
            .expect("a process");
        let text = String::from_utf8(output.stderr).expect("text");
        let there = text
            .split_once('<')
            .and_then(|(_, rest)| rest.rsplit_once('>'));
        assert!(there.is_some_and(|(list, _)| list == here), "{text}");
    }
}

#[test]
fn tools_stand_in_name_order() {
    let numbered = |number: usize| {
        Tool::dynamic(
            format!("t{:02}", number * 7 % 30),
            "",
            ObjectSchema::new(),
            async |_, _| Ok::<_, String>(()),
        )
    };
    let many: Registry = (0..30).map(numbered).collect();
    let service = Server::new("demo", "1.0.0")
        .tools(many)
        .build()
        .expect("a sound server");
    let list: Value = serde_json::from_str(&service.tools_json(Era::Legacy)).expect("JSON");
    let names: Vec<&str> = list["tools"]
        .as_array()
        .expect("tools")
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    assert_eq!(names.len(), 30);
    assert!(names.is_sorted(), "{names:?}");
}

#[test]
fn a_hint_that_is_false_is_sent_and_one_that_is_unset_is_not() {
    let service = Server::new("demo", "1.0.0")
        .tools(hints())
        .build()
        .expect("a sound server");
    for era in [Era::Legacy, Era::Modern] {
        let list: Value = serde_json::from_str(&service.tools_json(era)).expect("JSON");
        let hints = json!({"readOnlyHint": false, "destructiveHint": false, "idempotentHint": false, "openWorldHint": false});
        assert_eq!(list["tools"][0]["annotations"], hints);
        assert_eq!(list["tools"][1].get("annotations"), None);
    }
}

#[test]
fn nothing_in_a_list_is_null_beside_data() {
    fn look(value: &Value, at: &str) {
        match value {
            Value::Null => panic!("null at {at}"),
            Value::Object(members) => {
                for (key, value) in members
                    .iter()
                    .filter(|(key, _)| !matches!(key.as_str(), "default" | "examples" | "enum"))
                {
                    look(value, &format!("{at}/{key}"));
                }
            }
            Value::Array(items) => items.iter().for_each(|item| look(item, at)),
            _ => {}
        }
    }
    for era in [Era::Legacy, Era::Modern] {
        fixture::listed(Profile::Plain, era)
            .iter()
            .for_each(|tool| look(tool, ""));
    }
}

#[test]
fn every_name_is_one_that_clients_take() {
    for tool in fixture::listed(Profile::Plain, Era::Modern) {
        let name = tool["name"].as_str().expect("a name");
        let is_plain = name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
        assert!(is_plain && (1..=64).contains(&name.len()), "{name:?}");
    }
}

/// Counts how often its schema is made.
#[derive(Debug, Deserialize)]
struct Counted;

static MADE: AtomicUsize = AtomicUsize::new(0);

impl JsonSchema for Counted {
    fn schema_name() -> Cow<'static, str> {
        "Counted".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        MADE.fetch_add(1, Ordering::Relaxed);
        schemars::json_schema!({"type": "null"})
    }
}

#[mcp::tool(unlisted, inline)]
fn counted(x: Counted) -> String {
    format!("{x:?}")
}

#[tokio::test]
async fn schemas_are_made_when_the_server_is_built_and_never_again() {
    let service = Server::new("demo", "1.0.0")
        .tools(mcp::tools![counted])
        .build()
        .expect("a sound server");
    let made = MADE.load(Ordering::Relaxed);
    assert!(made > 0);
    let connection = service.connect();
    for _ in 0..100 {
        ask(&connection).await;
    }
    assert_eq!(MADE.load(Ordering::Relaxed), made);
}

#[mcp::tool(unlisted)]
fn pairs(by_pair: HashMap<(i32, i32), u8>) -> usize {
    by_pair.len()
}

/// Behind an alias the macro cannot see it.
type Maybe = Option<u8>;

#[mcp::tool(unlisted)]
fn twice(nested: Option<Maybe>) -> bool {
    nested.is_some()
}

#[test]
fn types_without_a_json_form_are_refused_with_their_parameter() {
    for (tools, key) in [
        (mcp::tools![pairs], "`by_pair`"),
        (mcp::tools![twice], "`nested`"),
    ] {
        for profile in [Profile::Plain, Profile::Full] {
            let error = Server::new("demo", "1.0.0")
                .tools(tools.clone())
                .profile(profile)
                .build()
                .expect_err("unsound");
            assert!(error.to_string().contains(key), "{error}");
        }
    }
}
