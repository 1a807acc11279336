//! `completion/complete`: which values an argument may have.

use crate::{Client, LEGACY};
use mcp::{CompletionContext, Completions, Server, Service};
use serde_json::{Value, json};

fn languages(typed: &str) -> Vec<&'static str> {
    let all = ["c", "cobol", "rust"];
    all.into_iter()
        .filter(|name| name.starts_with(typed))
        .collect()
}

async fn frameworks(typed: &str, context: &CompletionContext) -> Result<Vec<String>, String> {
    tokio::task::yield_now().await;
    match context.argument("language") {
        Some("cobol") => Err("nobody knows any".to_owned()),
        Some(language) => Ok(vec![format!("{language}:{typed}")]),
        None => panic!("secret"),
    }
}

async fn many(_: &str) -> Vec<String> {
    (0..250).map(|n| n.to_string()).collect()
}

fn part(_: &str, context: &CompletionContext) -> Completions {
    let limit = context.state::<u64>().copied().unwrap_or(1);
    Completions::new(["a"]).total(limit)
}

fn endless(_: &str) -> Completions {
    Completions::new(["a"]).has_more(true)
}

#[mcp::prompt(unlisted)]
fn ask(
    #[arg(complete = languages, default = "c")] language: &str,
    #[arg(complete = frameworks, name = "fw")] framework: Option<String>,
    #[arg(complete = self::many)] number: u32,
    #[arg(complete = part)] part: String,
    #[arg(complete = endless)] endless: String,
    plain: Option<&str>,
) -> String {
    format!("{language} {framework:?} {number} {part} {endless} {plain:?}")
}

#[mcp::resource("lang://{language}/docs", unlisted)]
fn docs(#[arg(complete = languages)] language: &str) -> String {
    language.to_owned()
}

#[mcp::resource("lang://all", unlisted)]
fn all() -> String {
    String::new()
}

fn service() -> Service {
    Server::new("demo", "1.0.0")
        .prompts(mcp::prompts![ask])
        .resources(mcp::resources![docs, all])
        .state(7_u64)
        .build()
        .expect("a sound server")
}

fn of_prompt(argument: &str, value: &str, others: Value) -> Value {
    json!({
        "ref": {"type": "ref/prompt", "name": "ask"},
        "argument": {"name": argument, "value": value},
        "context": {"arguments": others},
    })
}

async fn complete(client: &Client, params: Value) -> Value {
    let answer = client.ask("completion/complete", params).await;
    assert_eq!(answer.get("error"), None, "{answer}");
    answer["result"]["completion"].clone()
}

async fn refused(client: &Client, params: Value) -> (Value, Value) {
    let answer = client.ask("completion/complete", params).await;
    let error = &answer["error"];
    (error["code"].clone(), error["message"].clone())
}

#[tokio::test]
async fn values_for_an_argument_come_from_its_function_in_both_eras() {
    let service = service();
    let params = json!({"ref": {"type": "ref/prompt", "name": "ask"}, "argument": {"name": "language", "value": "c"}});
    let expected = json!({"values": ["c", "cobol"], "total": 2, "hasMore": false});
    for version in LEGACY {
        let client = Client::legacy(&service, version).await;
        let answer = client.ask("completion/complete", params.clone()).await;
        assert_eq!(
            answer["result"],
            json!({"completion": expected}),
            "{version}"
        );
    }
    let client = Client::modern(&service);
    let answer = client.ask("completion/complete", params).await;
    assert_eq!(answer["result"]["resultType"], "complete");
    assert_eq!(answer["result"]["completion"], expected);
    assert!(answer["result"]["_meta"].is_object());
}

#[tokio::test]
async fn the_other_arguments_are_known_to_who_asks_for_them() {
    let client = Client::modern(&service());
    let params = of_prompt("fw", "x", json!({"language": "rust"}));
    assert_eq!(complete(&client, params).await["values"], json!(["rust:x"]));
}

#[tokio::test]
async fn a_client_gets_a_hundred_values_and_is_told_of_the_rest() {
    let client = Client::modern(&service());
    let found = complete(&client, of_prompt("number", "", json!({}))).await;
    assert_eq!(found["values"].as_array().map(Vec::len), Some(100));
    assert_eq!(found["total"], 250);
    assert_eq!(found["hasMore"], true);
    assert_eq!(
        complete(&client, of_prompt("part", "", json!({}))).await,
        json!({"values": ["a"], "total": 7, "hasMore": true})
    );
    assert_eq!(
        complete(&client, of_prompt("endless", "", json!({}))).await,
        json!({"values": ["a"], "hasMore": true})
    );
}

#[tokio::test]
async fn an_argument_without_a_function_has_no_values() {
    let client = Client::modern(&service());
    assert_eq!(
        complete(&client, of_prompt("plain", "x", json!({}))).await,
        json!({"values": [], "total": 0, "hasMore": false})
    );
}

#[tokio::test]
async fn a_template_is_named_by_its_text_or_by_one_of_its_uris() {
    let client = Client::modern(&service());
    for uri in ["lang://{language}/docs", "lang://r/docs"] {
        let params = json!({"ref": {"type": "ref/resource", "uri": uri}, "argument": {"name": "language", "value": "r"}});
        assert_eq!(
            complete(&client, params).await["values"],
            json!(["rust"]),
            "{uri}"
        );
    }
}

#[tokio::test]
async fn what_cannot_be_completed_is_refused() {
    let client = Client::modern(&service());
    let of = |reference: Value, argument: &str| json!({"ref": reference, "argument": {"name": argument, "value": ""}});
    for (params, message) in [
        (
            of(json!({"type": "ref/prompt", "name": "ask"}), "x"),
            "prompt `ask` has no argument `x`",
        ),
        (
            of(json!({"type": "ref/prompt", "name": "asc"}), "x"),
            "unknown prompt `asc`; did you mean `ask`?",
        ),
        (
            of(json!({"type": "ref/resource", "uri": "lang://all"}), "x"),
            "resource `lang://all` has no argument `x`",
        ),
        (
            of(json!({"type": "ref/resource", "uri": "x:y"}), "x"),
            "unknown resource `x:y`",
        ),
        (
            of(json!({"type": "ref/tool", "name": "x"}), "x"),
            "invalid params: `ref.type`: expected one of \"ref/prompt\", \"ref/resource\", got \"ref/tool\"",
        ),
        (json!({}), "invalid params: `ref`: missing"),
    ] {
        assert_eq!(
            refused(&client, params).await,
            (json!(-32602), json!(message))
        );
    }
}

#[tokio::test]
async fn a_function_that_fails_is_an_error_of_the_server() {
    let client = Client::modern(&service());
    let cobol = of_prompt("fw", "", json!({"language": "cobol"}));
    assert_eq!(
        refused(&client, cobol).await,
        (json!(-32603), json!("nobody knows any"))
    );
    let bug = of_prompt("fw", "", json!({}));
    assert_eq!(
        refused(&client, bug).await,
        (json!(-32603), json!("the completion failed"))
    );
}

#[tokio::test]
async fn the_capability_is_told_to_revisions_that_know_it() {
    let service = service();
    for version in LEGACY {
        let client = Client::silent(&service);
        let answer = client
            .send(&crate::initialize(version))
            .await
            .expect("an answer");
        let capabilities = &answer["result"]["capabilities"];
        assert_eq!(
            capabilities.get("completions").is_some(),
            version >= "2025-03-26"
        );
    }
    let without = Server::new("demo", "1.0.0").resources(mcp::resources![all]);
    let client = Client::modern(&without.build().expect("a sound server"));
    let answer = client
        .ask("completion/complete", of_prompt("x", "", json!({})))
        .await;
    assert_eq!(answer["error"]["code"], -32601);
}
