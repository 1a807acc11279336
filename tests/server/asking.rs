//! Questions of a tool to an older client (TASK-04 and HTTP-22 without a transport).

use crate::{initialize, text};
use mcp::server::{Answer, Connection, Frames, Outlet};
use mcp::{AskError, Context, Elicited, SampleRequest, Server};
use serde_json::{Value, json};
use std::pin::Pin;

#[derive(schemars::JsonSchema, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Size {
    /// Small one
    Small,
    /// Large one
    Large,
}

#[derive(schemars::JsonSchema, serde::Deserialize)]
struct Order {
    /// Who gets it.
    #[schemars(length(min = 1, max = 5))]
    name: String,
    #[schemars(email)]
    mail: Option<String>,
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 9))]
    number: u8,
    #[serde(default)]
    gift: bool,
    size: Size,
}

fn one() -> u8 {
    1
}

/// Takes an order.
#[mcp::tool(unlisted)]
async fn order(ctx: &Context) -> Result<String, AskError> {
    Ok(
        match ctx.elicit::<Order>("order", "What will it be?").await? {
            Elicited::Accept(order) => format!(
                "{} {} for {} {}{}",
                order.number,
                match order.size {
                    Size::Small => "small",
                    Size::Large => "large",
                },
                order.name,
                order.mail.unwrap_or_default(),
                if order.gift { "wrapped" } else { "" },
            ),
            Elicited::Decline => "declined".to_owned(),
            Elicited::Cancel => "cancelled".to_owned(),
        },
    )
}

#[derive(schemars::JsonSchema, serde::Deserialize)]
struct Several {
    sizes: Vec<Size>,
}

/// Asks for several.
#[mcp::tool(unlisted)]
async fn several(ctx: &Context) -> Result<usize, String> {
    let answer = ctx.elicit::<Several>("several", "Which?").await?;
    Ok(answer.accepted()?.sizes.len())
}

#[derive(schemars::JsonSchema, serde::Deserialize)]
struct Deep {
    #[expect(dead_code, reason = "it is refused before it is read")]
    order: Order,
}

/// Asks for what is no form.
#[mcp::tool(unlisted)]
async fn deep(ctx: &Context) -> Result<(), AskError> {
    ctx.elicit::<Deep>("deep", "What?").await?.accepted()?;
    Ok(())
}

/// Sends somebody to a page.
#[mcp::tool(unlisted)]
async fn visit(ctx: &Context) -> Result<bool, AskError> {
    let answer = ctx
        .elicit_url("pay", "Please pay.", "https://example.com/pay")
        .await?;
    Ok(answer == Elicited::Accept(()))
}

/// Asks a model.
#[mcp::tool(unlisted)]
async fn think(ctx: &Context, tools: bool) -> Result<String, AskError> {
    let mut request = SampleRequest::new(10).system("Be brief.").user("Why?");
    if tools {
        request = request.tool("look", "Looks.", json!({"type": "object"}));
    }
    let said = ctx.sample("why", request).await?;
    Ok(format!("{}: {}", said.model, said.text()))
}

/// Lists the roots.
#[mcp::tool(unlisted)]
async fn places(ctx: &Context) -> Result<Vec<String>, AskError> {
    let roots = ctx.roots("roots").await?;
    Ok(roots.into_iter().map(|root| root.uri).collect())
}

/// A client and its call.
struct Asked {
    connection: Connection,
    frames: Frames,
    answer: Pin<Box<dyn Future<Output = Option<Vec<u8>>> + Send>>,
}

impl Asked {
    async fn call(version: &str, capabilities: Value, tool: &str, arguments: Value) -> Self {
        let server = Server::new("demo", "1.0.0")
            .tools(mcp::tools![order, several, deep, visit, think, places]);
        let service = server.build().expect("a sound server");
        let connection = service.connect();
        let mut hello = initialize(version);
        hello["params"]["capabilities"] = capabilities;
        connection.handle(hello.to_string()).await;
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        connection.handle(ready.to_string()).await;
        let (outlet, frames) = Outlet::channel(8);
        let call = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {
            "name": tool, "arguments": arguments,
        }});
        let answer = match connection.receive_with(call.to_string().into_bytes(), &outlet) {
            Answer::Later(answer) => answer,
            other => panic!("the tool is async: {other:?}"),
        };
        Self {
            connection,
            frames,
            answer,
        }
    }

    /// The next question.
    async fn question(&mut self) -> Value {
        tokio::select! {
            biased;
            frame = self.frames.next() => serde_json::from_slice(&frame).expect("JSON"),
            answer = &mut self.answer => panic!("an answer instead of a question: {answer:?}"),
        }
    }

    async fn say(&self, question: &Value, result: Value) {
        let message = json!({"jsonrpc": "2.0", "id": question["id"], "result": result});
        assert_eq!(self.connection.handle(message.to_string()).await, None);
    }

    /// The text of the result.
    async fn end(self) -> String {
        let answer = self.answer.await.expect("an answer");
        let answer: Value = serde_json::from_slice(&answer).expect("JSON");
        text(&answer["result"])
    }
}

const FORMS: &str = r#"{"elicitation":{}}"#;

fn forms() -> Value {
    serde_json::from_str(FORMS).expect("JSON")
}

#[tokio::test]
async fn a_form_has_the_words_of_the_revision() {
    let mut asked = Asked::call("2025-11-25", forms(), "order", json!({})).await;
    let question = asked.question().await;
    assert_eq!(question["method"], "elicitation/create");
    assert_eq!(
        question["params"],
        json!({"mode": "form", "message": "What will it be?", "requestedSchema": {
            "type": "object",
            "properties": {
                "name": {
                    "type": "string", "description": "Who gets it.", "minLength": 1, "maxLength": 5,
                },
                "mail": {"type": "string", "format": "email"},
                "number": {"type": "integer", "minimum": 1, "maximum": 9, "default": 1},
                "gift": {"type": "boolean", "default": false},
                "size": {"type": "string", "oneOf": [
                    {"const": "small", "title": "Small one"}, {"const": "large", "title": "Large one"},
                ]},
            },
            "required": ["name", "size"],
        }})
    );
    let mut asked = Asked::call("2025-06-18", forms(), "order", json!({})).await;
    let question = asked.question().await;
    let schema = &question["params"]["requestedSchema"];
    assert_eq!(question["params"].get("mode"), None);
    assert_eq!(
        schema["properties"]["size"],
        json!({
            "type": "string", "enum": ["small", "large"], "enumNames": ["Small one", "Large one"],
        })
    );
    assert_eq!(schema["properties"]["number"].get("default"), None);
    assert_eq!(schema["properties"]["gift"]["default"], false);
}

#[tokio::test]
async fn what_the_user_says_comes_back_typed() {
    for (result, text) in [
        (
            json!({"action": "accept", "content": {"name": "Ada", "size": "large", "gift": true}}),
            "1 large for Ada wrapped",
        ),
        (json!({"action": "decline"}), "declined"),
        (json!({"action": "cancel"}), "cancelled"),
        (
            json!({"action": "dunno"}),
            "the client's answer to `elicitation/create` cannot be read",
        ),
    ] {
        let mut asked = Asked::call("2025-11-25", forms(), "order", json!({})).await;
        let question = asked.question().await;
        asked.say(&question, result).await;
        assert_eq!(asked.end().await, text);
    }
}

#[tokio::test]
async fn an_answer_that_does_not_fit_is_asked_again() {
    let mut asked = Asked::call("2025-11-25", forms(), "order", json!({})).await;
    let question = asked.question().await;
    let content = json!({"name": "Augusta", "size": "large"});
    asked
        .say(&question, json!({"action": "accept", "content": content}))
        .await;
    let again = asked.question().await;
    assert_ne!(again["id"], question["id"]);
    assert_eq!(
        again["params"]["message"],
        "What will it be?\n\nThe last answer did not fit: `name` is more than 5 characters."
    );
    asked.say(&again, json!({"action": "accept"})).await;
    let last = asked.question().await;
    let message = last["params"]["message"].as_str().expect("a text");
    assert!(message.ends_with("`name` is missing."), "{message}");
    asked.say(&last, json!({"action": "accept"})).await;
    assert_eq!(asked.end().await, "the user's answers did not fit the form");
}

#[tokio::test]
async fn several_can_be_chosen_where_the_revision_knows_it() {
    let mut asked = Asked::call("2025-11-25", forms(), "several", json!({})).await;
    let question = asked.question().await;
    assert_eq!(
        question["params"]["requestedSchema"]["properties"]["sizes"],
        json!({"type": "array", "items": {"anyOf": [
            {"const": "small", "title": "Small one"}, {"const": "large", "title": "Large one"},
        ]}})
    );
    let content = json!({"sizes": ["small", "large"]});
    asked
        .say(&question, json!({"action": "accept", "content": content}))
        .await;
    assert_eq!(asked.end().await, "2");
    let asked = Asked::call("2025-06-18", forms(), "several", json!({})).await;
    assert_eq!(
        asked.end().await,
        "this cannot be asked with a form: `sizes` is a list, which 2025-06-18 does not know"
    );
    let asked = Asked::call("2025-11-25", forms(), "deep", json!({})).await;
    assert_eq!(
        asked.end().await,
        "this cannot be asked with a form: `order` is neither a text, a number, a boolean nor a choice"
    );
}

#[tokio::test]
async fn pages_models_and_roots_are_asked_for() {
    let can = json!({"elicitation": {"url": {}}, "sampling": {"tools": {}}, "roots": {}});
    let mut asked = Asked::call("2025-11-25", can.clone(), "visit", json!({})).await;
    let question = asked.question().await;
    assert_eq!(
        question["params"],
        json!({
            "mode": "url", "message": "Please pay.", "url": "https://example.com/pay", "elicitationId": "pay-7",
        })
    );
    asked.say(&question, json!({"action": "accept"})).await;
    assert_eq!(asked.end().await, "true");

    let mut asked = Asked::call("2025-11-25", can.clone(), "think", json!({"tools": true})).await;
    let question = asked.question().await;
    assert_eq!(question["method"], "sampling/createMessage");
    assert_eq!(
        question["params"],
        json!({
            "maxTokens": 10, "systemPrompt": "Be brief.",
            "messages": [{"role": "user", "content": {"type": "text", "text": "Why?"}}],
            "tools": [{"name": "look", "description": "Looks.", "inputSchema": {"type": "object"}}],
        })
    );
    let said =
        json!({"role": "assistant", "model": "m", "content": {"type": "text", "text": "So."}});
    asked.say(&question, said).await;
    assert_eq!(asked.end().await, "m: So.");

    let mut asked = Asked::call("2024-11-05", can, "places", json!({})).await;
    let question = asked.question().await;
    assert_eq!(question["method"], "roots/list");
    let roots = json!({"roots": [{"uri": "file:///a", "name": "a"}, {"uri": "file:///b"}]});
    asked.say(&question, roots).await;
    assert_eq!(asked.end().await, r#"["file:///a","file:///b"]"#);
}

#[tokio::test]
async fn a_client_that_cannot_is_not_asked() {
    for (tool, arguments, declared, missing) in [
        ("order", json!({}), json!({}), "`elicitation`"),
        ("visit", json!({}), forms(), "`elicitation.url`"),
        ("places", json!({}), json!({}), "`roots`"),
        (
            "think",
            json!({"tools": true}),
            json!({"sampling": {}}),
            "`sampling.tools`",
        ),
    ] {
        let asked = Asked::call("2025-11-25", declared, tool, arguments).await;
        assert_eq!(
            asked.end().await,
            format!("the client did not declare {missing}, so it cannot be asked")
        );
    }
}

#[tokio::test]
async fn a_refusal_of_the_client_is_an_error_of_the_tool() {
    let mut asked = Asked::call("2025-11-25", forms(), "order", json!({})).await;
    let question = asked.question().await;
    // answers that nobody waits for change nothing
    asked.say(&json!({"id": 99}), json!({})).await;
    asked.say(&json!({"id": "1"}), json!({})).await;
    let error = json!({"jsonrpc": "2.0", "id": question["id"], "error": {"code": -1, "message": "no window"}});
    asked.connection.handle(error.to_string()).await;
    assert_eq!(asked.end().await, "the client could not ask: no window");
}

#[tokio::test]
async fn a_cancelled_call_takes_its_question_back() {
    let mut asked = Asked::call("2025-11-25", forms(), "order", json!({})).await;
    let (outlet, mut news) = Outlet::channel(8);
    let _listening = asked.connection.listen(&outlet);
    let question = asked.question().await;
    let cancel =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}});
    asked.connection.handle(cancel.to_string()).await;
    assert_eq!(asked.answer.await, None);
    let frame: Value = serde_json::from_slice(&news.take().expect("a frame")).expect("JSON");
    assert_eq!(
        frame,
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": question["id"]}})
    );
}
