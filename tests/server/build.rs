//! What makes a server unsound, and that every fault is told at once.

use crate::{Client, text};
use mcp::{Era, ObjectSchema, Server, Tool, schema::Type};
use serde_json::json;
use std::collections::HashMap;

struct Database(&'static str);
struct Cache;

/// Reads from what it is lent.
#[mcp::tool(unlisted)]
fn read(database: &Database, cache: Option<&Cache>, ctx: &mcp::Context) -> String {
    format!("{} {} {}", database.0, cache.is_some(), ctx.request_id())
}

/// The same name from another module.
mod other {
    #[mcp::tool(unlisted)]
    pub(crate) fn read() -> String {
        "other".to_owned()
    }
}

#[mcp::tool(unlisted)]
fn pairs(by_pair: HashMap<(i32, i32), u8>) -> usize {
    by_pair.len()
}

fn dynamic(name: &'static str) -> Tool {
    Tool::dynamic(name, "", ObjectSchema::new(), async |_, _| {
        Ok::<_, String>(())
    })
}

fn faults(server: Server) -> Vec<String> {
    let error = server.build().expect_err("an unsound server");
    let text = error.to_string();
    for fault in error.faults() {
        assert!(text.contains(&fault.to_string()), "{text}");
    }
    error.faults().iter().map(ToString::to_string).collect()
}

#[tokio::test]
async fn states_are_lent_by_type() {
    let server = Server::new("demo", "1.0.0")
        .tools(mcp::tools![read])
        .state(Database("db"));
    let client = Client::modern(&server.build().expect("a sound server"));
    assert_eq!(client.text("read", json!({})).await, "db false 1");
    let server = Server::new("demo", "1.0.0")
        .tools(mcp::tools![read])
        .state(Database("db"))
        .state(Cache);
    let client = Client::modern(&server.build().expect("a sound server"));
    assert_eq!(client.text("read", json!({})).await, "db true 1");
}

#[test]
fn what_a_tool_borrows_must_be_given_once() {
    let missing = faults(Server::new("demo", "1.0.0").tools(mcp::tools![read]));
    let [missing] = missing.as_slice() else {
        panic!("one fault: {missing:?}")
    };
    assert_eq!(
        missing,
        "tool `read` needs `Database` for its parameter `database`; give it with `.state(..)`"
    );

    let twice = faults(Server::new("demo", "1.0.0").state(Cache).state(Cache));
    assert!(twice[0].contains("Cache` was given twice"), "{twice:?}");
}

#[tokio::test]
async fn a_state_in_an_arc_is_lent_as_what_it_holds() {
    let database = std::sync::Arc::new(Database("shared"));
    let server = Server::new("demo", "1.0.0")
        .tools(mcp::tools![read])
        .state(database);
    let client = Client::modern(&server.build().expect("a sound server"));
    assert_eq!(client.text("read", json!({})).await, "shared false 1");
}

#[test]
fn who_borrows_an_argument_by_mistake_is_told() {
    #[mcp::tool(unlisted)]
    #[allow(clippy::ptr_arg, reason = "the mistake")]
    fn mistaken(a: &String, b: &Vec<std::sync::Mutex<u8>>, c: &Option<u8>) -> bool {
        a.is_empty() && b.is_empty() && c.is_none()
    }
    let faults = faults(Server::new("demo", "1.0.0").tools(mcp::tools![mistaken]));
    let hints = [
        "`String` for its parameter `a`; give it with `.state(..)`, or take an argument as `&str` or `String`",
        "`Vec<Mutex<u8>>` for its parameter `b`; give it with `.state(..)`, or take an argument as `&[Mutex<u8>]` or `Vec<Mutex<u8>>`",
        "`Option<u8>` for its parameter `c`; give it with `.state(..)`, or take an argument as `Option<u8>`",
    ];
    for (fault, hint) in faults.iter().zip(hints) {
        assert!(fault.ends_with(hint), "{fault}");
    }
}

#[test]
fn who_cannot_do_without_a_caller_is_told_that_there_may_be_none() {
    #[mcp::tool(unlisted)]
    fn strict(caller: &mcp::Caller) -> String {
        caller.to_string()
    }
    let faults = faults(Server::new("demo", "1.0.0").tools(mcp::tools![strict]));
    assert_eq!(
        faults,
        [
            "tool `strict` needs `mcp::Caller` for its parameter `caller`; give it with `.state(..)`, \
         or take `Option<&mcp::Caller>`: not every caller is known"
        ]
    );
}

#[test]
fn a_tool_added_twice_is_told_apart_from_two_of_one_name() {
    let server = Server::new("demo", "1.0.0");
    let server = server
        .tools(mcp::tools![other::read])
        .tools(mcp::tools![other::read]);
    let faults = faults(server);
    let [fault] = faults.as_slice() else {
        panic!("one fault: {faults:?}")
    };
    assert!(fault.starts_with("tool `read` is added twice; "), "{fault}");
}

#[test]
fn two_tools_of_one_name_are_refused_with_their_places() {
    let server = Server::new("demo", "1.0.0")
        .tools(mcp::tools![other::read])
        .tool(dynamic("read"));
    let faults = faults(server);
    let [fault] = faults.as_slice() else {
        panic!("one fault: {faults:?}")
    };
    assert!(
        fault.starts_with("two tools are named `read`") && fault.contains("build.rs:"),
        "{fault}"
    );
    assert!(fault.contains("made at run time"), "{fault}");
}

#[test]
fn a_mount_tells_them_apart() {
    let server = Server::new("demo", "1.0.0")
        .tools(mcp::tools![other::read])
        .mount("more", dynamic("read"));
    let tools = server
        .build()
        .expect("a sound server")
        .tools_json(Era::Modern);
    assert!(
        tools.contains(r#""more__read""#) && tools.contains(r#""read""#),
        "{tools}"
    );
}

#[test]
fn names_of_run_time_tools_follow_the_specification() {
    let long = "x".repeat(129);
    for name in ["", "_a", "a b", "é", "x\n", "a/b", long.leak()] {
        assert_eq!(
            faults(Server::new("demo", "1.0.0").tool(dynamic(name))).len(),
            1,
            "{name:?}"
        );
    }
    for name in ["a.b", "a-b", "A_1", "x".repeat(128).leak()] {
        assert!(
            Server::new("demo", "1.0.0")
                .tool(dynamic(name))
                .build()
                .is_ok(),
            "{name:?}"
        );
    }
}

#[test]
fn a_map_that_json_cannot_hold_is_refused_with_its_parameter() {
    let faults = faults(Server::new("demo", "1.0.0").tools(mcp::tools![pairs]));
    let [fault] = faults.as_slice() else {
        panic!("one fault: {faults:?}")
    };
    assert!(
        fault.contains("`pairs`") && fault.contains("`by_pair`"),
        "{fault}"
    );
}

#[test]
fn a_schema_made_by_hand_is_checked() {
    let twice = ObjectSchema::new()
        .property("a", Type::String, "", true)
        .property("a", Type::String, "", true);
    let tool = Tool::dynamic("t", "", twice, async |_, _| Ok::<_, String>(()));
    let faults = faults(Server::new("demo", "1.0.0").tool(tool));
    assert!(
        faults[0].contains("`t`") && faults[0].contains("`a`"),
        "{faults:?}"
    );
}

#[test]
fn a_mount_needs_a_prefix_that_a_name_can_begin_with() {
    for prefix in ["", "_", "a b"] {
        let server = Server::new("demo", "1.0.0").mount(prefix, dynamic("read"));
        assert_eq!(faults(server).len(), 1, "{prefix:?}");
    }
}

#[test]
fn a_schema_given_as_json_must_stand_alone() {
    for raw in [
        r#"{"type":"object","properties":5}"#,
        r#"{"type":"object","properties":{"a":true}}"#,
        r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}}}"##,
        r#"{"type":"string"}"#,
        "[]",
        "{",
    ] {
        assert!(ObjectSchema::raw_text(raw).is_err(), "{raw}");
    }
    let sound = r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{}}}"##;
    assert!(ObjectSchema::raw_text(sound).is_ok());
}

#[test]
fn a_value_of_an_enum_said_twice_is_published_once() {
    let kind = Type::Enum(vec!["a".into(), "b".into(), "a".into()]);
    let schema = ObjectSchema::new().property("x", kind, "", true);
    let text = schema.to_text().expect("a sound schema");
    assert!(text.contains(r#""enum":["a","b"]"#), "{text}");
}

#[test]
fn all_faults_are_told_at_once() {
    let server = Server::new("demo", "1.0.0")
        .eras([])
        .tools(mcp::tools![read, pairs])
        .tool(dynamic("a b"));
    assert_eq!(faults(server).len(), 4);
}

#[tokio::test]
async fn one_service_answers_without_a_transport() {
    let server = Server::new("demo", "1.0.0").tools(mcp::tools![other::read]);
    let service = server.build().expect("a sound server");
    assert!(
        service
            .handle(crate::initialize("2025-11-25").to_string())
            .await
            .is_some()
    );
    assert_eq!(
        service
            .handle(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
            .await,
        None
    );
    let message = r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"read"}}"#;
    let answer = service.handle(message).await.expect("an answer");
    let answer: serde_json::Value = serde_json::from_slice(&answer).expect("JSON");
    assert_eq!(
        (&answer["id"], text(&answer["result"])),
        (&json!("a"), "other".to_owned())
    );
}
