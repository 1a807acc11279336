//! The handshake of legacy clients, the metadata of modern ones, and how they are told apart.

use crate::{Client, LEGACY, initialize, meta};
use mcp::{Era, Server, Service};
use serde_json::{Value, json};

/// Says hello.
#[mcp::tool(unlisted)]
fn hello(ctx: &mcp::Context) -> String {
    let client = ctx.client().map_or("nobody", |client| &client.name);
    format!("{client} speaks {}", ctx.protocol_version())
}

fn server() -> Server {
    Server::new("demo", "1.2.3")
        .title("Demo")
        .website("https://example.com")
        .instructions("Be brief.")
        .tools(mcp::tools![hello])
}

fn service() -> Service {
    server().build().expect("a sound server")
}

#[tokio::test]
async fn initialize_echoes_a_known_legacy_version_and_offers_the_newest_otherwise() {
    for (requested, chosen) in LEGACY.into_iter().map(|version| (version, version)).chain([
        ("2026-07-28", "2025-11-25"),
        ("2099-01-01", "2025-11-25"),
        ("", "2025-11-25"),
    ]) {
        let client = Client::silent(&service());
        let answer = client
            .send(&initialize(requested))
            .await
            .expect("an answer");
        assert_eq!(answer["result"]["protocolVersion"], chosen, "{requested}");
        assert_eq!(
            answer["result"]["capabilities"],
            json!({"logging": {}, "tools": {}})
        );
    }
}

#[tokio::test]
async fn initialize_tells_each_revision_what_it_knows() {
    let result = async |version| {
        let client = Client::silent(&service());
        client.send(&initialize(version)).await.expect("an answer")["result"].clone()
    };
    let oldest = result("2024-11-05").await;
    assert_eq!(
        oldest["serverInfo"],
        json!({"name": "demo", "version": "1.2.3"})
    );
    assert_eq!(oldest["instructions"], "Be brief.");
    assert_eq!(
        result("2025-11-25").await["serverInfo"],
        json!({"name": "demo", "title": "Demo", "version": "1.2.3", "websiteUrl": "https://example.com"})
    );
}

#[tokio::test]
async fn initialize_without_a_version_of_text_is_refused_and_may_be_repeated() {
    let client = Client::silent(&service());
    let mut message = initialize("");
    message["params"]["protocolVersion"] = json!(5);
    let answer = client.send(&message).await.expect("an answer");
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    let answer = client
        .send(&initialize("2025-11-25"))
        .await
        .expect("an answer");
    assert!(answer["result"].is_object(), "{answer}");
}

#[tokio::test]
async fn a_second_initialize_is_refused_and_the_first_stays_in_force() {
    let client = Client::legacy(&service(), "2025-06-18").await;
    let answer = client
        .send(&initialize("2024-11-05"))
        .await
        .expect("an answer");
    assert_eq!(answer["error"]["code"], -32600, "{answer}");
    assert_eq!(
        client.text("hello", json!({})).await,
        "probe speaks 2025-06-18"
    );
}

#[tokio::test]
async fn tools_wait_for_the_handshake_but_ping_does_not() {
    let client = Client::silent(&service());
    for method in ["tools/list", "tools/call"] {
        let error = client.ask(method, json!({"name": "hello"})).await["error"].clone();
        assert_eq!(error["code"], -32600, "{method}");
    }
    assert_eq!(client.ask("ping", json!({})).await["result"], json!({}));

    client
        .send(&initialize("2025-11-25"))
        .await
        .expect("an answer");
    let error = client.ask("tools/list", json!({})).await["error"].clone();
    assert_eq!(error["code"], -32600);
    let message = error["message"].as_str().expect("a text");
    assert!(message.contains("`notifications/initialized`"), "{message}");
}

#[tokio::test]
async fn a_modern_request_needs_no_handshake() {
    let client = Client::modern(&service());
    assert_eq!(
        client.text("hello", json!({})).await,
        "probe speaks 2026-07-28"
    );
}

#[tokio::test]
async fn one_connection_serves_both_eras_by_the_metadata_of_each_request() {
    let client = Client::legacy(&service(), "2025-11-25").await;
    let mut request = client.request(1, "tools/call", json!({"name": "hello"}));
    let legacy = client.send(&request).await.expect("an answer");
    assert_eq!(legacy["result"].get("resultType"), None);
    request["params"]["_meta"] = meta("2026-07-28");
    let modern = client.send(&request).await.expect("an answer");
    assert_eq!(modern["result"]["resultType"], "complete");

    // 2025-11-25 uses the prefix as well; without a version it says nothing of the era.
    request["params"]["_meta"] = json!({"io.modelcontextprotocol/related-task": {"taskId": "1"}});
    let legacy = client.send(&request).await.expect("an answer");
    assert_eq!(legacy["result"].get("resultType"), None, "{legacy}");
}

#[tokio::test]
async fn discover_says_what_the_server_is() {
    let client = Client::modern(&service());
    let answer = client.ask("server/discover", json!({})).await;
    assert_eq!(
        answer["result"],
        json!({
            "resultType": "complete",
            "supportedVersions": ["2026-07-28"],
            "capabilities": {"logging": {}, "tools": {}},
            "instructions": "Be brief.",
            "ttlMs": 0,
            "cacheScope": "private",
            "_meta": {"io.modelcontextprotocol/serverInfo": {
                "name": "demo", "title": "Demo", "version": "1.2.3", "websiteUrl": "https://example.com",
            }},
        })
    );
}

#[tokio::test]
async fn faulty_metadata_is_named() {
    let client = Client::silent(&service());
    let without = |key: &str| {
        let mut meta = meta("2026-07-28");
        meta.as_object_mut()
            .expect("an object")
            .remove(&format!("io.modelcontextprotocol/{key}"));
        meta
    };
    let with = |key: &str, value: Value| {
        let mut meta = meta("2026-07-28");
        meta[format!("io.modelcontextprotocol/{key}")] = value;
        meta
    };
    for (meta, word) in [
        (without("clientCapabilities"), "clientCapabilities"),
        (with("clientCapabilities", json!([])), "clientCapabilities"),
        (with("protocolVersion", json!(5)), "protocolVersion"),
        (with("protocolVersion", Value::Null), "protocolVersion"),
        (with("clientInfo", json!("probe")), "clientInfo"),
        (with("clientInfo", json!({"name": "probe"})), "clientInfo"),
        (without("protocolVersion"), "protocolVersion"),
    ] {
        let answer = client.ask("server/discover", json!({"_meta": meta})).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        let message = answer["error"]["message"].as_str().expect("a text");
        assert!(message.contains(word), "{message}");
    }
    for params in [json!({}), json!({"_meta": 5})] {
        let answer = client.ask("server/discover", params).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
    let answer = client
        .ask("server/discover", json!({"_meta": without("clientInfo")}))
        .await;
    assert!(
        answer["result"].is_object(),
        "the client's name is optional: {answer}"
    );
}

#[tokio::test]
async fn an_unknown_modern_version_is_answered_with_the_known_ones() {
    let client = Client::silent(&service());
    for version in ["2099-01-01", "1900-01-01", "2025-11-25", ""] {
        for method in ["server/discover", "tools/list"] {
            let answer = client.ask(method, json!({"_meta": meta(version)})).await;
            let error = &answer["error"];
            assert_eq!(error["code"], -32022, "{answer}");
            assert_eq!(
                error["data"],
                json!({"supported": ["2026-07-28"], "requested": version})
            );
        }
    }
}

#[tokio::test]
async fn the_handshake_and_ping_are_unknown_to_modern_clients() {
    let client = Client::silent(&service());
    for method in ["initialize", "ping"] {
        let params = json!({"protocolVersion": "2025-11-25", "_meta": meta("2026-07-28")});
        let answer = client.ask(method, params).await;
        assert_eq!(answer["error"]["code"], -32601, "{answer}");
        let message = answer["error"]["message"].as_str().expect("a text");
        assert!(
            message.contains("2026-07-28") && message.contains("2025-11-25"),
            "{message}"
        );
    }
}

#[tokio::test]
async fn a_server_of_one_era_says_which() {
    let modern = server()
        .eras([Era::Modern])
        .build()
        .expect("a sound server");
    let client = Client::silent(&modern);
    let answer = client
        .send(&initialize("2025-11-25"))
        .await
        .expect("an answer");
    assert_eq!(answer["error"]["code"], -32022, "{answer}");
    assert_eq!(answer["error"]["data"]["supported"], json!(["2026-07-28"]));
    let answer = client.ask("tools/list", json!({})).await;
    assert_eq!(answer["error"]["code"], -32602, "no metadata: {answer}");

    let legacy = server()
        .eras([Era::Legacy])
        .build()
        .expect("a sound server");
    let client = Client::modern(&legacy);
    let answer = client.ask("server/discover", json!({})).await;
    assert_eq!(answer["error"]["code"], -32601, "{answer}");
    let client = Client::legacy(&legacy, "2025-11-25").await;
    assert_eq!(
        client.text("hello", json!({})).await,
        "probe speaks 2025-11-25"
    );
}
