//! Prompts: `prompts/list` and `prompts/get` in both eras.

use crate::{Client, LEGACY};
use mcp::server::Answer;
use mcp::{Content, PromptMessage, PromptResult, Server, Service};
use serde_json::{Value, json};
use std::fmt;
use std::str::FromStr;

/// A language.
struct Language(&'static str);

impl FromStr for Language {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        match text {
            "rust" => Ok(Self("Rust")),
            "c" => Ok(Self("C")),
            _ => Err(Unknown),
        }
    }
}

#[derive(Debug)]
struct Unknown;

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no language that I know")
    }
}

impl std::error::Error for Unknown {}

/// What the server lends.
struct House(&'static str);

/// Asks for a review of some code.
#[mcp::prompt(
    unlisted,
    title = "Review",
    icon("https://example.com/a.png"),
    meta("com.example/a" = 1)
)]
fn review(
    house: &House,
    /// The code to review.
    code: &str,
    /// What it is written in.
    #[arg(name = "lang")]
    language: Language,
    #[arg(default = 3)] points: u8,
    focus: Option<String>,
    strict: Option<bool>,
    tone: Option<&str>,
) -> PromptResult {
    PromptResult::new()
        .user(format!(
            "{}: {points} points on this {} ({focus:?}, {strict:?}, {tone:?})",
            house.0, language.0
        ))
        .user(code)
        .assistant("Let me see.")
}

/// Says hello.
#[mcp::prompt(unlisted)]
async fn hello(context: &mcp::Context, name: String) -> Result<String, Unknown> {
    tokio::task::yield_now().await;
    match name.as_str() {
        "nobody" => Err(Unknown),
        "bug" => panic!("secret"),
        _ => Ok(format!("Hello, {name} ({})!", context.request_id())),
    }
}

#[mcp::prompt(unlisted, name = "no.arguments")]
fn no_arguments() -> [PromptMessage; 3] {
    [
        PromptMessage::user(Content::audio([1u8], "audio/wav")),
        PromptMessage::assistant(mcp::ResourceLink::new("x:y", "link")),
        PromptMessage::user(mcp::ResourceContents::text("x:y", "inside")),
    ]
}

#[mcp::prompt(unlisted)]
fn refuse() -> Result<PromptMessage, mcp::ProtocolError> {
    Err(mcp::ProtocolError::new(-32050, "not today"))
}

fn server() -> Server {
    Server::new("demo", "1.0.0")
        .state(House("house"))
        .prompts(mcp::prompts![review, hello, no_arguments, refuse])
}

fn service() -> Service {
    server().build().expect("a sound server")
}

async fn get(client: &Client, name: &str, arguments: Value) -> Value {
    let params = json!({"name": name, "arguments": arguments});
    client.ask("prompts/get", params).await
}

#[tokio::test]
async fn a_modern_client_is_told_every_prompt_and_its_arguments() {
    let client = Client::modern(&service());
    let answer = client.ask("prompts/list", json!({})).await;
    let result = &answer["result"];
    assert_eq!(result["resultType"], "complete");
    assert_eq!(result["ttlMs"], 0);
    assert_eq!(result["cacheScope"], "private");
    assert_eq!(
        result["prompts"],
        json!([
            {"name": "hello", "description": "Says hello.",
             "arguments": [{"name": "name", "required": true}]},
            {"name": "no.arguments"},
            {"name": "refuse"},
            {
                "name": "review",
                "title": "Review",
                "description": "Asks for a review of some code.",
                "arguments": [
                    {"name": "code", "description": "The code to review.", "required": true},
                    {"name": "lang", "description": "What it is written in.", "required": true},
                    {"name": "points", "required": false},
                    {"name": "focus", "required": false},
                    {"name": "strict", "required": false},
                    {"name": "tone", "required": false},
                ],
                "icons": [{"src": "https://example.com/a.png"}],
                "_meta": {"com.example/a": 1},
            },
        ])
    );
}

#[tokio::test]
async fn older_revisions_are_told_what_they_know_of_prompts() {
    let service = service();
    for version in LEGACY {
        let client = Client::legacy(&service, version).await;
        let answer = client.ask("prompts/list", json!({})).await;
        let result = answer["result"].as_object().expect("a result");
        assert_eq!(result.len(), 1, "{answer}");
        let review = &answer["result"]["prompts"][3];
        let later = version >= "2025-06-18";
        assert_eq!(review.get("title").is_some(), later, "{version}");
        assert_eq!(review.get("_meta").is_some(), later, "{version}");
        let newest = version >= "2025-11-25";
        assert_eq!(review.get("icons").is_some(), newest, "{version}");
    }
}

#[tokio::test]
async fn prompts_come_in_pages() {
    let service = server().page_size(3).build().expect("a sound server");
    let client = Client::modern(&service);
    let first = client.ask("prompts/list", json!({})).await;
    assert_eq!(first["result"]["prompts"].as_array().map(Vec::len), Some(3));
    let cursor = &first["result"]["nextCursor"];
    let second = client.ask("prompts/list", json!({"cursor": cursor})).await;
    assert_eq!(second["result"]["prompts"][0]["name"], "review");
    assert_eq!(second["result"].get("nextCursor"), None);
    let wrong = client.ask("prompts/list", json!({"cursor": "p9"})).await;
    assert_eq!(wrong["error"]["code"], -32602);
}

#[tokio::test]
async fn the_capability_is_there_when_a_prompt_is() {
    let client = Client::modern(&service());
    let answer = client.ask("server/discover", json!({})).await;
    assert_eq!(
        answer["result"]["capabilities"],
        json!({"logging": {}, "prompts": {}})
    );
    let answer = client.ask("tools/list", json!({})).await;
    assert_eq!(answer["error"]["code"], -32601);
    let empty = Server::new("demo", "1.0.0").build().expect("a server");
    let client = Client::modern(&empty);
    for method in ["prompts/list", "prompts/get", "completion/complete"] {
        let answer = client.ask(method, json!({"name": "hello"})).await;
        assert_eq!(answer["error"]["code"], -32601, "{method}");
    }
}

#[tokio::test]
async fn arguments_arrive_as_text_and_are_read_with_their_types() {
    let client = Client::modern(&service());
    let arguments = json!({"code": "fn \"x\"", "lang": "rust", "points": "9", "focus": "speed", "strict": "true", "tone": "dry"});
    let answer = get(&client, "review", arguments).await;
    assert_eq!(
        answer["result"]["messages"],
        json!([
            {"role": "user", "content": {"type": "text", "text": "house: 9 points on this Rust (Some(\"speed\"), Some(true), Some(\"dry\"))"}},
            {"role": "user", "content": {"type": "text", "text": "fn \"x\""}},
            {"role": "assistant", "content": {"type": "text", "text": "Let me see."}},
        ])
    );
    assert_eq!(
        answer["result"]["description"],
        "Asks for a review of some code."
    );
    assert_eq!(answer["result"]["resultType"], "complete");
    assert!(answer["result"].get("ttlMs").is_none(), "{answer}");
    let answer = get(&client, "review", json!({"code": "", "lang": "c"})).await;
    assert_eq!(
        answer["result"]["messages"][0]["content"]["text"],
        "house: 3 points on this C (None, None, None)"
    );
}

#[tokio::test]
async fn every_argument_at_fault_is_named_at_once() {
    let service = service();
    let arguments =
        json!({"lang": "cobol", "points": "many", "focus": 3, "strict": "yes", "tones": "dry"});
    for client in [
        Client::modern(&service),
        Client::legacy(&service, "2025-11-25").await,
    ] {
        let error = get(&client, "review", arguments.clone()).await["error"].clone();
        assert_eq!(error["code"], -32602);
        assert_eq!(
            error["message"],
            "invalid arguments for `review`:\n\
             - `code`: missing\n\
             - `lang`: \"cobol\" cannot be read: no language that I know\n\
             - `points`: \"many\" cannot be read: invalid digit found in string\n\
             - `focus`: expected a string, got the number 3\n\
             - `strict`: \"yes\" cannot be read: provided string was not `true` or `false`\n\
             - `tones`: unknown argument; did you mean `tone`?"
        );
    }
}

#[tokio::test]
async fn what_is_no_prompt_is_refused() {
    let client = Client::modern(&service());
    for (params, message) in [
        (
            json!({"name": "helo"}),
            "unknown prompt `helo`; did you mean `hello`?",
        ),
        (json!({"name": "x"}), "unknown prompt `x`"),
        (json!({}), "invalid params: `name`: missing"),
        (
            json!({"name": "hello", "arguments": []}),
            "`arguments` must be an object",
        ),
        (
            json!({"name": "hello"}),
            "invalid arguments for `hello`:\n- `name`: missing",
        ),
    ] {
        let error = client.ask("prompts/get", params).await["error"].clone();
        assert_eq!(error["code"], -32602);
        assert_eq!(error["message"], message);
    }
}

#[tokio::test]
async fn a_failure_and_a_panic_are_errors_of_the_server() {
    let client = Client::modern(&service());
    let error = get(&client, "hello", json!({"name": "nobody"})).await["error"].clone();
    assert_eq!(error["code"], -32603);
    assert_eq!(error["message"], "no language that I know");
    let error = get(&client, "hello", json!({"name": "bug"})).await["error"].clone();
    assert_eq!(error["code"], -32603);
    assert_eq!(error["message"], "the prompt failed");
    let error = get(&client, "refuse", json!({})).await["error"].clone();
    assert_eq!(error["code"], -32050);
    let answer = get(&client, "hello", json!({"name": "you"})).await;
    assert_eq!(
        answer["result"]["messages"][0]["content"]["text"],
        "Hello, you (1)!"
    );
    let masked = server().mask_errors().build().expect("a sound server");
    let error =
        get(&Client::modern(&masked), "hello", json!({"name": "nobody"})).await["error"].clone();
    assert_eq!(error["message"], "the prompt failed");
}

#[tokio::test]
async fn blocks_that_a_revision_does_not_know_become_text() {
    let service = service();
    for version in LEGACY {
        let client = Client::legacy(&service, version).await;
        let answer = get(&client, "no.arguments", json!({})).await;
        let kind = |index: usize| answer["result"]["messages"][index]["content"]["type"].clone();
        let audio = if version == "2024-11-05" {
            "text"
        } else {
            "audio"
        };
        let link = if version < "2025-06-18" {
            "text"
        } else {
            "resource_link"
        };
        assert_eq!(
            [kind(0), kind(1), kind(2)],
            [audio, link, "resource"],
            "{version}"
        );
        assert_eq!(answer["result"].get("resultType"), None);
    }
}

#[mcp::prompt(unlisted)]
#[expect(clippy::manual_async_fn, reason = "the form is the point")]
fn later(name: String) -> impl Future<Output = Result<String, Unknown>> + Send {
    async move { Ok(format!("Later, {name}.")) }
}

#[tokio::test]
async fn a_function_that_returns_a_future_is_a_prompt() {
    let server = Server::new("demo", "1.0.0").prompts(mcp::prompts![later]);
    let client = Client::modern(&server.build().expect("a sound server"));
    let answer = get(&client, "later", json!({"name": "you"})).await;
    assert_eq!(
        answer["result"]["messages"][0]["content"]["text"],
        "Later, you."
    );
}

/// Reports how far it has come.
#[mcp::prompt(unlisted)]
async fn slow(context: &mcp::Context) -> &'static str {
    context.progress(1, 2, "half");
    "done"
}

#[tokio::test(start_paused = true)]
async fn a_prompt_reports_progress_like_a_call() {
    let server = Server::new("demo", "1.0.0").prompts(mcp::prompts![slow]);
    let client = Client::modern(&server.build().expect("a sound server"));
    let mut request = client.request(7, "prompts/get", json!({"name": "slow"}));
    request["params"]["_meta"]["progressToken"] = json!("t");
    let (outlet, mut frames) = mcp::server::Outlet::channel(8);
    let message = request.to_string().into_bytes();
    let Answer::Later(later) = client.connection().receive_with(message, &outlet) else {
        panic!("it takes time");
    };
    assert!(later.await.is_some());
    let reports = crate::progress::taken(&mut frames);
    assert_eq!(
        reports,
        [json!({"progressToken": "t", "progress": 1, "total": 2, "message": "half"})]
    );
}

/// Never ends.
#[mcp::prompt(unlisted)]
async fn wait() -> String {
    std::future::pending().await
}

#[tokio::test]
async fn a_prompt_is_cancelled_and_counted_like_a_call() {
    let service = Server::new("demo", "1.0.0")
        .prompts(mcp::prompts![wait])
        .max_calls(1, 10)
        .build()
        .expect("a sound server");
    let client = Client::modern(&service);
    let Answer::Later(waiting) = client.start(7, "prompts/get", json!({"name": "wait"})) else {
        panic!("it takes time");
    };
    let busy = client.ask("prompts/get", json!({"name": "wait"})).await;
    assert_eq!(busy["error"]["code"], -32603);
    assert!(busy["error"]["data"]["retryAfterMs"].is_number(), "{busy}");
    assert_eq!(client.connection().in_flight(), 1);
    let cancel =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}});
    assert_eq!(client.send(&cancel).await, None);
    assert_eq!(waiting.await, None);
    assert_eq!(client.connection().in_flight(), 0);
}

#[test]
fn a_server_without_what_its_prompts_borrow_is_not_built() {
    let error = Server::new("demo", "1.0.0")
        .prompts(mcp::prompts![review, review])
        .build()
        .expect_err("nobody gave a house");
    assert_eq!(
        error.to_string(),
        "the server cannot be built\n\
         - prompt `review` is added twice; add it once, or mark it `#[mcp::prompt(unlisted)]` when a list names it\n\
         - prompt `review` needs `House` for its parameter `house`; give it with `.state(..)`\n\
         - prompt `review` needs `House` for its parameter `house`; give it with `.state(..)`"
    );
}
