//! Old or new: what a client makes of all kinds of answers to its probe.

use crate::fake::{Fake, discovery, handshake};
use mcp::client::{Client, ClientError};
use mcp::{Era, ProtocolVersion};
use serde_json::{Value, json};

/// Connects to a server that answers the probe with `reply`, and then behaves like an older one.
async fn after(reply: Option<Value>) -> Client {
    let (mut fake, connect) = Fake::new();
    let serve = async move {
        let probe = fake.expect("server/discover").await;
        if let Some(mut reply) = reply {
            reply["jsonrpc"] = "2.0".into();
            reply["id"] = probe["id"].clone();
            fake.say(&reply).await;
        }
        let next = fake.next().await.expect("more");
        if next["method"] == "notifications/cancelled" {
            fake.greet_legacy().await;
        } else {
            assert_eq!(next["method"], "initialize", "{next}");
            fake.answer(&next, handshake("2025-06-18")).await;
            fake.expect("notifications/initialized").await;
        }
        fake
    };
    let (_fake, client) = tokio::join!(serve, connect.connect());
    client.expect("a connection")
}

#[tokio::test]
async fn a_modern_server_needs_no_handshake() {
    let (_fake, client) = Fake::modern().await;
    assert_eq!(client.era(), Era::Modern);
    assert_eq!(client.protocol_version(), ProtocolVersion::LATEST);
    assert_eq!(client.server_info().name, "fake");
    assert_eq!(client.instructions().as_deref(), Some("Be kind."));
    assert!(client.capabilities().contains_key("tools"));
}

#[tokio::test(start_paused = true)]
async fn whatever_an_older_server_says_to_the_probe_it_is_an_older_server() {
    let error = |code: i32| Some(json!({"error": {"code": code, "message": "no"}}));
    let replies = [
        error(-32601),
        error(-32602),
        error(-32600),
        error(-32000),
        error(-32603),
        Some(json!({"result": {}})),
        Some(json!({"result": {"content": []}})),
        Some(json!({"result": "hello"})),
        Some(json!({"error": "no"})),
        Some(json!({})),
        None,
    ];
    for reply in replies {
        let shown = format!("{reply:?}");
        let client = after(reply).await;
        assert_eq!(client.era(), Era::Legacy, "{shown}");
        assert_eq!(client.server_info().name, "fake", "{shown}");
    }
}

#[tokio::test]
async fn an_error_that_names_our_version_is_asked_once_more() {
    for code in [-32020, -32021, -32022] {
        let (mut fake, connect) = Fake::new();
        let serve = async move {
            let probe = fake.expect("server/discover").await;
            let data = json!({"supported": ["2026-07-28"], "requested": "2026-07-28"});
            fake.refuse(&probe, json!({"code": code, "message": "no", "data": data}))
                .await;
            let again = fake.expect("server/discover").await;
            assert_ne!(again["id"], probe["id"]);
            fake.answer(&again, discovery()).await;
            fake
        };
        let (_fake, client) = tokio::join!(serve, connect.connect());
        assert_eq!(client.expect("a connection").era(), Era::Modern, "{code}");
    }
}

#[tokio::test]
async fn a_server_of_other_versions_is_an_error_with_its_data() {
    let (mut fake, connect) = Fake::new();
    let serve = async move {
        let probe = fake.expect("server/discover").await;
        let data = json!({"supported": ["2099-01-01"], "requested": "2026-07-28"});
        fake.refuse(
            &probe,
            json!({"code": -32022, "message": "too old", "data": data}),
        )
        .await;
        fake
    };
    let (mut fake, client) = tokio::join!(serve, connect.connect());
    let ClientError::Rpc(error) = client.expect_err("nothing in common") else {
        panic!("another error");
    };
    assert_eq!(error.message, "too old");
    assert!(error.data.expect("data").contains("2099-01-01"));
    // nothing is left open
    assert_eq!(fake.next().await, None);
}

#[tokio::test]
async fn a_known_era_is_not_probed() {
    let (_fake, client) = Fake::legacy_with(|connect| connect).await;
    assert_eq!(client.era(), Era::Legacy);
    assert_eq!(client.protocol_version(), ProtocolVersion::V2025_11_25);
}

#[tokio::test]
async fn a_handshake_with_a_revision_that_has_none_is_refused() {
    for version in ["2026-07-28", "2099-01-01", ""] {
        let (mut fake, connect) = Fake::new();
        let serve = async move {
            let hello = fake.expect("initialize").await;
            fake.answer(&hello, handshake(version)).await;
            fake
        };
        let (_fake, client) = tokio::join!(serve, connect.prefer(Era::Legacy).connect());
        let error = client.expect_err("no revision").to_string();
        assert!(error.contains(&format!("`{version}`")), "{error}");
    }
}

#[tokio::test]
async fn a_refused_handshake_keeps_the_servers_reason() {
    let (mut fake, connect) = Fake::new();
    let serve = async move {
        let hello = fake.expect("initialize").await;
        let error = json!({"code": -32602, "message": "no key", "data": {"need": "KEY"}});
        fake.refuse(&hello, error).await;
        fake
    };
    let (_fake, client) = tokio::join!(serve, connect.prefer(Era::Legacy).connect());
    let ClientError::Rpc(error) = client.expect_err("refused") else {
        panic!("another error");
    };
    assert_eq!(error.code.0, -32602);
    assert_eq!(error.data.as_deref(), Some(r#"{"need":"KEY"}"#));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_never_answers_the_handshake_is_given_up_without_a_cancellation() {
    let (mut fake, connect) = Fake::new();
    let connect = connect
        .prefer(Era::Legacy)
        .timeout(std::time::Duration::from_secs(1));
    let error = connect.connect().await.expect_err("silence");
    assert!(matches!(error, ClientError::Timeout(_)), "{error}");
    fake.expect("initialize").await;
    assert_eq!(fake.next().await, None, "no cancellation, and the end");
}

#[tokio::test]
async fn every_modern_request_says_who_asks() {
    let (mut fake, client) = Fake::modern_with(|connect| connect.name("tester", "3")).await;
    let _call = client.call_async("x", ());
    let call = fake.expect("tools/call").await;
    let meta = &call["params"]["_meta"];
    assert_eq!(
        meta["io.modelcontextprotocol/protocolVersion"],
        "2026-07-28"
    );
    assert_eq!(meta["io.modelcontextprotocol/clientInfo"]["name"], "tester");
    assert_eq!(
        meta["io.modelcontextprotocol/clientCapabilities"],
        json!({})
    );
    assert_eq!(meta.get("progressToken"), None);
}
