//! Questions of the server, in both eras.

use crate::fake::{Fake, text};
use mcp::client::{ClientError, Connect, ElicitAnswer, Root, Sampled};
use serde_json::{Value, json};

fn form() -> Value {
    json!({
        "mode": "form",
        "message": "Who are you?",
        "requestedSchema": {"type": "object", "required": ["name"], "properties": {
            "name": {"type": "string"},
            "age": {"type": "integer", "default": 30},
        }},
    })
}

fn with_handlers(connect: Connect) -> Connect {
    connect
        .on_elicit(async |question| {
            assert_eq!(question.message(), "Who are you?");
            assert_eq!(question.defaults()["age"], 30);
            ElicitAnswer::accept(json!({"name": "Ada"}))
        })
        .on_sample(async |question| {
            assert_eq!(question.max_tokens(), Some(9));
            Ok(Sampled::text("parrot", "hello"))
        })
        .roots([Root::new("file:///here").name("here")])
}

#[tokio::test]
async fn an_older_server_asks_by_requests() {
    let (mut fake, client) = Fake::legacy_with(with_handlers).await;
    let call = client.call_async("a", ());
    let request = fake.expect("tools/call").await;
    fake.say(&json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": form()}))
        .await;
    let answer = fake.next().await.expect("an answer");
    assert_eq!(
        answer["result"],
        json!({"action": "accept", "content": {"name": "Ada", "age": 30}})
    );
    let params = json!({"messages": [], "maxTokens": 9});
    fake.say(
        &json!({"jsonrpc": "2.0", "id": 2, "method": "sampling/createMessage", "params": params}),
    )
    .await;
    let answer = fake.next().await.expect("an answer");
    assert_eq!(answer["result"]["model"], "parrot");
    assert_eq!(answer["result"]["content"]["text"], "hello");
    fake.say(&json!({"jsonrpc": "2.0", "id": 3, "method": "roots/list"}))
        .await;
    let answer = fake.next().await.expect("an answer");
    assert_eq!(
        answer["result"]["roots"],
        json!([{"uri": "file:///here", "name": "here"}])
    );
    fake.answer(&request, text("done")).await;
    assert_eq!(call.await.expect("an answer").text(), "done");
    client
        .set_roots(vec![])
        .await
        .expect("it was told of roots");
    fake.expect("notifications/roots/list_changed").await;
}

#[tokio::test]
async fn capabilities_follow_from_the_handlers() {
    let (mut fake, connect) = Fake::new();
    let connect = with_handlers(connect).prefer(mcp::Era::Legacy);
    let (hello, client) = tokio::join!(fake.greet_legacy(), connect.connect());
    let declared = &hello["params"]["capabilities"];
    assert_eq!(declared["elicitation"], json!({"form": {}, "url": {}}));
    assert_eq!(declared["sampling"], json!({}));
    assert_eq!(declared["roots"], json!({"listChanged": true}));
    drop(client);
    let (mut fake, connect) = Fake::new();
    let connect = connect.prefer(mcp::Era::Legacy);
    let (hello, _client) = tokio::join!(fake.greet_legacy(), connect.connect());
    assert_eq!(hello["params"]["capabilities"], json!({}));
}

#[tokio::test]
async fn a_modern_server_asks_in_its_result() {
    let (mut fake, client) = Fake::modern_with(with_handlers).await;
    let call = client.call_async("charge", json!({"amount": 5}));
    let first = fake.expect("tools/call").await;
    let questions = json!({
        "resultType": "input_required",
        "inputRequests": {
            "who": {"method": "elicitation/create", "params": form()},
            "say": {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 9}},
            "where": {"method": "roots/list"},
        },
        "requestState": "se\"aled",
    });
    fake.answer(&first, questions).await;
    let second = fake.expect("tools/call").await;
    assert_ne!(second["id"], first["id"]);
    let params = &second["params"];
    assert_eq!(params["name"], "charge");
    assert_eq!(params["arguments"], json!({"amount": 5}));
    assert_eq!(params["requestState"], "se\"aled");
    let responses = &params["inputResponses"];
    assert_eq!(
        responses["who"],
        json!({"action": "accept", "content": {"name": "Ada", "age": 30}})
    );
    assert_eq!(responses["say"]["model"], "parrot");
    assert_eq!(responses["where"]["roots"][0]["uri"], "file:///here");
    // a state alone: asked again at once, and what went before is not repeated
    fake.answer(
        &second,
        json!({"resultType": "input_required", "requestState": "2"}),
    )
    .await;
    let third = fake.expect("tools/call").await;
    assert_eq!(third["params"]["requestState"], "2");
    assert_eq!(third["params"].get("inputResponses"), None);
    fake.answer(&third, text("charged")).await;
    assert_eq!(call.await.expect("an answer").text(), "charged");
}

#[tokio::test]
async fn a_question_that_nobody_answers_is_an_error() {
    let (mut fake, client) = Fake::modern().await;
    let call = client.call_async("a", ());
    let request = fake.expect("tools/call").await;
    let who = json!({"who": {"method": "elicitation/create", "params": form()}});
    fake.answer(
        &request,
        json!({"resultType": "input_required", "inputRequests": who}),
    )
    .await;
    let error = call.await.expect_err("nobody answers");
    assert_eq!(
        error.to_string(),
        "the server asked `elicitation/create`: this client does not answer `elicitation/create`"
    );
    let (mut fake, client) = Fake::legacy_with(|connect| connect).await;
    fake.say(&json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": form()}))
        .await;
    assert_eq!(
        fake.next().await.expect("an answer")["error"]["code"],
        -32601
    );
    drop(client);
}

#[tokio::test]
async fn a_server_that_never_stops_asking_is_given_up() {
    let (mut fake, client) = Fake::modern().await;
    let call = client.call_async("a", ());
    let serve = async {
        let mut rounds = 0;
        loop {
            let request = fake.next().await.expect("a request");
            rounds += 1;
            fake.answer(
                &request,
                json!({"resultType": "input_required", "requestState": "x"}),
            )
            .await;
            if rounds == 11 {
                break;
            }
        }
    };
    let (result, ()) = tokio::join!(call, serve);
    let error = result.expect_err("no end");
    assert!(matches!(error, ClientError::Asked(_)), "{error}");
}

#[tokio::test]
async fn declining_and_cancelling_carry_no_form() {
    for (answer, action) in [
        (ElicitAnswer::Decline, "decline"),
        (ElicitAnswer::Cancel, "cancel"),
    ] {
        let (mut fake, client) = Fake::legacy_with(|connect| {
            connect.on_elicit(move |_| std::future::ready(answer.clone()))
        })
        .await;
        let ask =
            json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": form()});
        fake.say(&ask).await;
        let said = fake.next().await.expect("an answer");
        assert_eq!(said["result"], json!({ "action": action }));
        drop(client);
    }
}
