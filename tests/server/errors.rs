//! The error table: what is no request, what is unknown, and that nothing else is lost.

use crate::{Client, LEGACY};
use mcp::{Server, Service};
use serde_json::{Value, json};

/// Gives its argument back.
#[mcp::tool(unlisted)]
fn echo(text: String) -> String {
    text
}

fn service() -> Service {
    let server = Server::new("demo", "1.0.0")
        .tools(mcp::tools![echo])
        .max_message_size(1000);
    server.build().expect("a sound server")
}

/// The client is still served.
async fn alive(client: &Client) {
    assert_eq!(client.text("echo", json!({"text": "here"})).await, "here");
}

#[tokio::test]
async fn broken_text_is_a_parse_error_and_the_connection_lives() {
    let client = Client::modern(&service());
    for message in [
        "not json",
        "{",
        r#"{"jsonrpc":"#,
        "{} {}",
        "",
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"}}"#,
    ] {
        let answer = client.send_text(message).await.expect("an answer");
        assert_eq!(answer["error"]["code"], -32700, "{message}");
        assert_eq!(answer.get("id"), None, "{message}");
    }
    let bytes = b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\xff\"}".to_vec();
    let answer = client.connection().handle(bytes).await.expect("an answer");
    let answer: Value = serde_json::from_slice(&answer).expect("JSON");
    assert_eq!(answer["error"]["code"], -32700);
    alive(&client).await;
}

#[tokio::test]
async fn an_error_without_a_request_has_a_null_id_where_the_revision_wants_one() {
    for version in LEGACY {
        let client = Client::legacy(&service(), version).await;
        let answer = client.send_text("not json").await.expect("an answer");
        let expected = (version < "2025-11-25").then_some(&Value::Null);
        assert_eq!(answer.get("id"), expected, "{version}");
    }
}

#[tokio::test]
async fn json_that_is_no_request_keeps_the_id_when_it_is_readable() {
    let client = Client::modern(&service());
    for (message, id) in [
        (json!({}), None),
        (json!(5), None),
        (Value::Null, None),
        (json!("x"), None),
        (json!([]), None),
        (json!([1]), None),
        (json!([{"jsonrpc": "2.0", "id": 1, "method": "ping"}]), None),
        (
            json!({"jsonrpc": "1.0", "id": 4, "method": "ping"}),
            Some(json!(4)),
        ),
        (json!({"id": "a", "method": "ping"}), Some(json!("a"))),
        (json!({"jsonrpc": "2.0", "id": 4}), Some(json!(4))),
        (
            json!({"jsonrpc": "2.0", "id": 4, "method": 5}),
            Some(json!(4)),
        ),
        (
            json!({"jsonrpc": "2.0", "id": null, "method": "ping"}),
            None,
        ),
        (json!({"jsonrpc": "2.0", "id": 1.5, "method": "ping"}), None),
        (
            json!({"jsonrpc": "2.0", "id": true, "method": "ping"}),
            None,
        ),
        (json!({"jsonrpc": "2.0", "id": {}, "method": "ping"}), None),
        (json!({"jsonrpc": "2.0", "id": [], "method": "ping"}), None),
    ] {
        let answer = client.send(&message).await.expect("an answer");
        assert_eq!(answer["error"]["code"], -32600, "{message}");
        assert_eq!(answer.get("id"), id.as_ref(), "{message}");
    }
    let long = format!(
        r#"{{"jsonrpc":"2.0","id":{},"method":"ping"}}"#,
        "7".repeat(400)
    );
    let answer = client.send_text(&long).await.expect("an answer");
    assert_eq!(
        (answer["error"]["code"].as_i64(), answer.get("id")),
        (Some(-32600), None)
    );
    alive(&client).await;
}

#[tokio::test]
async fn ids_come_back_as_they_were_sent() {
    let client = Client::silent(&service());
    for id in [
        r#""1""#,
        r#""01""#,
        r#""""#,
        r#""é""#,
        "1",
        "0",
        "-5",
        "9007199254740993",
        r#""1.0""#,
        r#""\u0041""#,
    ] {
        let message = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        let answer = client
            .connection()
            .handle(message)
            .await
            .expect("an answer");
        let expected = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#);
        assert_eq!(String::from_utf8_lossy(&answer), expected);
    }
}

#[tokio::test]
async fn answers_and_notifications_are_never_answered() {
    let client = Client::modern(&service());
    for message in [
        json!({"jsonrpc": "2.0", "id": 7, "result": {}}),
        json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "?"}}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "method": "notifications/unknown", "params": [1]}),
        json!({"jsonrpc": "2.0", "method": "$/setTrace", "params": {}}),
        json!({"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "echo"}}),
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {}}),
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": null}}),
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "nope"}}),
    ] {
        assert_eq!(client.send(&message).await, None, "{message}");
    }
    alive(&client).await;
}

#[tokio::test]
async fn unknown_methods_are_named() {
    let client = Client::legacy(&service(), "2025-11-25").await;
    for method in [
        "foo/bar",
        "prompts/list",
        "resources/read",
        "notifications/initialized",
        "",
    ] {
        let answer = client.ask(method, json!({})).await;
        assert_eq!(answer["error"]["code"], -32601, "{answer}");
        let message = answer["error"]["message"].as_str().expect("a text");
        assert!(message.contains(&format!("`{method}`")), "{message}");
    }
    let empty = Server::new("empty", "1.0.0")
        .build()
        .expect("a sound server");
    let client = Client::modern(&empty);
    assert_eq!(
        client.ask("tools/list", json!({})).await["error"]["code"],
        -32601
    );
    let discovered = client.ask("server/discover", json!({})).await;
    assert_eq!(discovered["result"]["capabilities"], json!({}));
}

#[tokio::test]
async fn ill_formed_params_are_refused_and_missing_ones_are_an_empty_object() {
    let legacy = Client::legacy(&service(), "2025-11-25").await;
    for params in ["null", "[]", "\"x\"", "5"] {
        for method in ["tools/list", "tools/call", "ping"] {
            let message =
                format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
            let answer = legacy.send_text(&message).await.expect("an answer");
            assert_eq!(answer["error"]["code"], -32602, "{method} {params}");
        }
    }
    let answer = legacy
        .send_text(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
        .await;
    assert!(answer.expect("an answer")["result"]["tools"].is_array());
    let answer = legacy
        .send_text(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#)
        .await;
    assert_eq!(answer.expect("an answer")["error"]["code"], -32602);
    alive(&legacy).await;
}

#[tokio::test]
async fn an_unknown_tool_is_an_error_that_names_the_nearest() {
    let client = Client::modern(&service());
    let error = client.refused("ecko", json!({})).await;
    assert_eq!(error["code"], -32602);
    assert_eq!(
        error["message"],
        "unknown tool `ecko`; did you mean `echo`?"
    );
    let answer = client.ask("tools/call", json!({"arguments": {}})).await;
    assert_eq!(answer["error"]["code"], -32602);
    assert_eq!(
        answer["error"]["message"],
        "invalid params: `name`: missing"
    );
    let answer = client.ask("tools/call", json!({"name": 5})).await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
}

#[tokio::test]
async fn a_message_over_the_limit_is_refused_by_its_head() {
    let client = Client::modern(&service());
    let head = br#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name"#;
    let answer = client.connection().too_long(head).expect("an answer");
    let answer: Value = serde_json::from_slice(&answer).expect("JSON");
    assert_eq!(answer["id"], 3);
    assert_eq!(answer["error"]["code"], -32600);
    assert_eq!(
        answer["error"]["message"],
        "the message is longer than 1000 bytes"
    );
    let head = br#"{"jsonrpc":"2.0","id":3,"result":{"content":"#;
    assert_eq!(
        client.connection().too_long(head),
        None,
        "an answer is never answered"
    );
}

#[tokio::test]
async fn a_batch_is_known_to_one_revision() {
    let batch = json!([
        {"jsonrpc": "2.0", "id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "method": "notifications/unknown"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "echo", "arguments": {"text": "x"}}},
        5,
        [],
    ]);
    let client = Client::legacy(&service(), "2025-03-26").await;
    let answer = client.send(&batch).await.expect("an answer");
    let answers = answer.as_array().expect("an array");
    let ids: Vec<_> = answers.iter().map(|answer| answer["id"].as_i64()).collect();
    assert_eq!(ids.iter().flatten().copied().collect::<Vec<_>>(), [1, 2]);
    let errors = answers
        .iter()
        .filter(|answer| answer["error"]["code"] == -32600)
        .count();
    assert_eq!((answers.len(), errors), (4, 2));
    let quiet = json!([{"jsonrpc": "2.0", "method": "notifications/unknown"}]);
    assert_eq!(client.send(&quiet).await, None);
    let answer = client.send(&json!([])).await.expect("an answer");
    assert_eq!(answer["error"]["code"], -32600);
}
