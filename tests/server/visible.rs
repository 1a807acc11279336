//! Tools that only some requests may see.

use mcp::server::CacheScope;
use mcp::testing::TestClient;
use mcp::{ClientCapabilities, ProtocolVersion, Server};
use serde_json::{Value, json};
use std::time::Duration;

/// Reads.
#[mcp::tool(unlisted, read_only)]
fn look() -> &'static str {
    "seen"
}

/// Asks somebody.
#[mcp::tool(unlisted)]
fn inquire() -> &'static str {
    "asked"
}

/// Nobody should.
#[mcp::tool(unlisted)]
fn inquiry() -> &'static str {
    "never"
}

fn server() -> Server {
    let tools = mcp::tools![look, inquire, inquiry];
    Server::new("house", "1.0.0").tools(tools)
}

/// Who can be asked sees the tool that asks.
fn filtered() -> TestClient {
    let server = server().visible(|tool, viewer| match tool.name() {
        "inquire" => viewer
            .capabilities()
            .contains(ClientCapabilities::ELICITATION),
        _ => tool.annotations().read_only == Some(true),
    });
    server.test_client()
}

async fn names(client: &TestClient) -> Vec<Value> {
    let tools = client.tools().await;
    tools.iter().map(|tool| tool["name"].clone()).collect()
}

#[tokio::test]
async fn a_hidden_tool_is_neither_listed_nor_called_in_any_era() {
    let client = filtered();
    let elicits = client.declaring(json!({"elicitation": {}}));
    for version in [ProtocolVersion::LATEST, ProtocolVersion::LATEST_LEGACY] {
        let (client, elicits) = (client.speaking(version), elicits.speaking(version));
        assert_eq!(names(&client).await, ["look"]);
        assert_eq!(names(&elicits).await, ["inquire", "look"]);
        assert_eq!(client.call("look", ()).await.text(), "seen");
        assert_eq!(elicits.call("inquire", ()).await.text(), "asked");
        let refused = client.call("inquire", ()).await;
        let error = refused.error().expect("an error");
        assert_eq!(error["code"], -32602);
        assert_eq!(error["message"], "unknown tool `inquire`");
    }
}

#[tokio::test]
async fn a_hint_names_no_hidden_tool() {
    let client = filtered();
    let message = async |client: &TestClient| {
        let refused = client.call("inquiri", ()).await;
        refused.error().expect("an error")["message"].clone()
    };
    assert_eq!(message(&client).await, "unknown tool `inquiri`");
    let elicits = client.declaring(json!({"elicitation": {}}));
    assert_eq!(
        message(&elicits).await,
        "unknown tool `inquiri`; did you mean `inquire`?"
    );
}

#[tokio::test]
async fn pages_are_full_of_what_may_be_seen() {
    let server = server()
        .page_size(1)
        .visible(|tool, _| tool.name() != "inquiry");
    let client = server.test_client();
    assert_eq!(names(&client).await, ["inquire", "look"]);
    let second = client.request("tools/list", json!({"cursor": "p1"})).await;
    assert_eq!(second.result()["tools"][0]["name"], "look");
    assert_eq!(second.result().get("nextCursor"), None);
    let third = client.request("tools/list", json!({"cursor": "p2"})).await;
    assert_eq!(third.error().expect("an error")["code"], -32602);
}

#[tokio::test]
async fn a_list_of_which_nothing_may_be_seen_is_empty() {
    let client = server().visible(|_, _| false).test_client();
    let listed = client.request("tools/list", json!({})).await;
    assert_eq!(listed.result()["tools"], json!([]));
    assert_eq!(listed.result().get("nextCursor"), None);
}

#[tokio::test]
async fn a_filter_that_panics_hides_its_tool_and_no_other() {
    let server = server().visible(|tool, _| match tool.name() {
        "inquiry" => panic!("no decision"),
        _ => true,
    });
    let client = server.test_client();
    assert_eq!(names(&client).await, ["inquire", "look"]);
    assert!(client.call("inquiry", ()).await.error().is_some());
}

#[tokio::test]
async fn two_filters_have_to_agree() {
    let server = server().visible(|tool, _| tool.name() != "inquiry");
    let client = server
        .visible(|tool, _| tool.name() != "look")
        .test_client();
    assert_eq!(names(&client).await, ["inquire"]);
}

#[test]
fn what_is_filtered_may_not_be_cached_for_everybody() {
    let minute = Duration::from_secs(60);
    let filtered = || server().visible(|_, _| true);
    let error = filtered().cache(minute, CacheScope::Public).build();
    assert_eq!(
        error.expect_err("a fault").to_string(),
        "the server cannot be built\n- lists that `.visible(..)` filters may not be cached for \
         everybody; use `CacheScope::Private` in `.cache(..)`"
    );
    assert!(
        filtered()
            .cache(minute, CacheScope::Private)
            .build()
            .is_ok()
    );
}
