//! What calls say to a client's log, in both eras (LOG-03).

use crate::{LEGACY, initialize};
use mcp::{Context, LogLevel, ProtocolVersion, Server};
use serde_json::{Value, json};

/// Logs something of every level.
#[mcp::tool(unlisted)]
async fn say(ctx: &Context) {
    for level in LogLevel::ALL {
        ctx.log(level, level.as_str());
    }
}

/// Logs what it is given.
#[mcp::tool(unlisted)]
fn repeat(ctx: &Context, data: Value) {
    ctx.log_as("parrot", LogLevel::Error, data);
}

/// Tells whether anybody listens.
#[mcp::tool(unlisted)]
fn heard(ctx: &Context) -> bool {
    ctx.logs(LogLevel::Warning)
}

fn server() -> Server {
    Server::new("demo", "1.0.0").tools(mcp::tools![say, repeat, heard])
}

/// The levels of what came, oldest first.
fn levels(messages: &[Value]) -> Vec<&str> {
    let level = |message: &'_ Value| -> &'static str {
        assert_eq!(message["method"], "notifications/message");
        assert_eq!(message["params"]["data"], message["params"]["level"]);
        let level = message["params"]["level"].as_str().expect("a level");
        let known = LogLevel::ALL.into_iter().find(|one| one.as_str() == level);
        known.expect("a level").as_str()
    };
    messages.iter().map(level).collect()
}

/// A modern request that wants to hear from `level` on.
fn wanting(level: Value) -> Value {
    json!({"name": "say", "_meta": {"io.modelcontextprotocol/logLevel": level}})
}

#[tokio::test]
async fn an_older_client_hears_from_the_level_on_that_it_has_set() {
    for version in [ProtocolVersion::V2024_11_05, ProtocolVersion::LATEST_LEGACY] {
        let client = server().test_client().speaking(version);
        let _ = client.call("say", ()).await;
        assert_eq!(levels(&client.notifications())[0], "info");
        assert_eq!(client.notifications().len(), 7);
        let set = client
            .request("logging/setLevel", json!({"level": "critical"}))
            .await;
        assert_eq!(set.result(), &json!({}));
        let _ = client.call("say", ()).await;
        assert_eq!(
            levels(&client.notifications()[7..]),
            ["critical", "alert", "emergency"]
        );
        // another connection has a level of its own
        let other = client.speaking(version);
        let _ = other.call("say", ()).await;
        assert_eq!(other.notifications().len(), 7);
    }
}

#[tokio::test]
async fn a_modern_request_names_its_level_or_hears_nothing() {
    let client = server().test_client();
    let _ = client.call("say", ()).await;
    assert!(client.notifications().is_empty());
    assert!(!client.call("heard", ()).await.value::<bool>());
    let _ = client.request("tools/call", wanting(json!("error"))).await;
    assert_eq!(
        levels(&client.notifications()),
        ["error", "critical", "alert", "emergency"]
    );
}

#[tokio::test]
async fn what_is_no_level_is_refused() {
    let names = "is no log level; expected one of: `debug`, `info`, `notice`, `warning`, `error`, \
                 `critical`, `alert`, `emergency`";
    let modern = server().test_client();
    let legacy = modern.speaking(ProtocolVersion::LATEST_LEGACY);
    for level in [json!("warn"), json!("INFO"), json!(3)] {
        let answer = modern.request("tools/call", wanting(level)).await;
        let error = answer.error().expect("an error").clone();
        assert_eq!(error["code"], -32602);
        assert_eq!(
            error["message"],
            format!("`io.modelcontextprotocol/logLevel` in `_meta` {names}")
        );
    }
    for level in [json!("warn"), json!(3), json!(null)] {
        let answer = legacy
            .request("logging/setLevel", json!({ "level": level }))
            .await;
        let error = answer.error().expect("an error").clone();
        assert_eq!(error["code"], -32602);
        assert_eq!(error["message"], format!("`level` {names}"));
    }
    let answer = legacy.request("logging/setLevel", json!({})).await;
    assert_eq!(answer.error().expect("an error")["code"], -32602);
    let answer = modern
        .request("logging/setLevel", json!({"level": "info"}))
        .await;
    assert_eq!(answer.error().expect("an error")["code"], -32601);
}

#[tokio::test]
async fn data_is_any_json() {
    let client = server()
        .test_client()
        .speaking(ProtocolVersion::V2025_06_18);
    let data = [
        json!({"a": [1, {"b": null}]}),
        json!([1, "x"]),
        json!(1.5),
        json!(false),
        json!("a\nb"),
    ];
    for one in &data {
        let _ = client.call("repeat", json!({ "data": one })).await;
    }
    let told: Vec<Value> = client
        .notifications()
        .into_iter()
        .map(|message| message["params"].clone())
        .collect();
    let expected = data.map(|data| json!({"level": "error", "logger": "parrot", "data": data}));
    assert_eq!(told, expected);
}

#[tokio::test]
async fn a_call_without_a_way_to_its_client_logs_nothing() {
    let service = server().build().expect("a sound server");
    let client = crate::Client::legacy(&service, LEGACY[3]).await;
    assert_eq!(client.text("heard", json!({})).await, "false");
}

#[tokio::test]
async fn a_server_that_runs_functions_declares_that_it_logs() {
    for version in LEGACY {
        let client = crate::Client::silent(&server().build().expect("a sound server"));
        let answer = client.send(&initialize(version)).await.expect("an answer");
        assert_eq!(answer["result"]["capabilities"]["logging"], json!({}));
    }
    let nothing = Server::new("empty", "1").build().expect("a sound server");
    let answer = crate::Client::silent(&nothing)
        .send(&initialize(LEGACY[3]))
        .await
        .expect("an answer");
    assert_eq!(answer["result"]["capabilities"], json!({}));
}
