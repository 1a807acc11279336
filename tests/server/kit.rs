//! `test_client`: what users' own tests see of their servers.

use mcp::{Context, Era, ProtocolVersion, Server};
use serde_json::json;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tokio::sync::Notify;

/// Divides, and says so.
#[mcp::tool(unlisted)]
fn divide(ctx: &Context, a: i64, b: i64) -> Result<i64, String> {
    ctx.progress(1, 2, "dividing");
    a.checked_div(b)
        .ok_or_else(|| "division by zero".to_owned())
}

/// Counts up.
#[mcp::tool(unlisted)]
fn up_to(limit: u32) -> Vec<u32> {
    (1..=limit).collect()
}

/// Says it again.
#[mcp::tool(unlisted)]
fn echo(text: String) -> String {
    text
}

/// Says that it has begun, and never ends.
#[mcp::tool(unlisted)]
async fn wait(begun: &Arc<Begun>) {
    let _gone = Gone(Arc::clone(begun));
    begun.begun.notify_one();
    std::future::pending().await
}

#[derive(Default)]
struct Begun {
    begun: Notify,
    gone: Notify,
}

struct Gone(Arc<Begun>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.gone.notify_one();
    }
}

/// Greets somebody.
#[mcp::prompt(unlisted)]
fn greeting(name: String) -> String {
    format!("Greet {name}.")
}

/// A note.
#[mcp::resource("note:///{name}", unlisted)]
fn note(name: String) -> String {
    format!("about {name}")
}

/// Gives nothing.
#[mcp::tool(unlisted)]
fn silent() {}

fn server() -> Server {
    Server::new("kit", "1.0.0")
        .state(Arc::<Begun>::default())
        .tools(mcp::tools![divide, up_to, echo, silent, wait])
        .prompts(mcp::prompts![greeting])
        .resources(mcp::resources![note])
}

/// The message of a panic.
fn complaint(look: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(look)).expect_err("a panic");
    *panic.downcast::<String>().expect("a text")
}

#[tokio::test]
async fn values_come_back_typed_in_every_revision() {
    let newest = server().test_client();
    for version in ProtocolVersion::ALL {
        let client = newest.speaking(version);
        assert_eq!(client.version(), version);
        let quotient = client.call("divide", json!({"a": 7, "b": 2})).await;
        assert_eq!(quotient.value::<i64>(), 3, "{version}");
        let list = client.call("up_to", json!({"limit": 3})).await;
        assert_eq!(list.value::<Vec<u32>>(), [1, 2, 3], "{version}");
        client.call("silent", ()).await.value::<()>();
        for text in ["plain", "12", "null"] {
            let echo = client.call("echo", json!({ "text": text })).await;
            assert_eq!(echo.value::<String>(), text, "{version}");
            assert_eq!(echo.text(), text, "{version}");
        }
    }
}

#[tokio::test]
async fn failures_are_texts_wherever_they_come_from() {
    let client = server().test_client();
    let by_tool = client.call("divide", json!({"a": 1, "b": 0})).await;
    assert!(by_tool.is_failure());
    assert_eq!(by_tool.failure(), "division by zero");
    assert_eq!(by_tool.error(), None);
    let by_arguments = client.call("divide", json!({"a": 1})).await;
    assert_eq!(
        by_arguments.failure(),
        "invalid arguments for `divide`:\n- `b`: missing"
    );
    let by_protocol = client.call("divid", ()).await;
    assert_eq!(
        by_protocol.failure(),
        "unknown tool `divid`; did you mean `divide`?"
    );
    assert_eq!(by_protocol.error().expect("an error")["code"], -32602);
}

#[tokio::test]
async fn a_look_at_the_wrong_answer_says_what_came() {
    let client = server().test_client();
    let failed = client.call("divide", json!({"a": 1, "b": 0})).await;
    let text = complaint(|| drop(failed.text()));
    assert_eq!(text, "`tools/call` of `divide` failed: division by zero");
    let refused = client.call("nothing", ()).await;
    let text = complaint(|| drop(refused.result().clone()));
    assert!(
        text.contains("`nothing` was answered with an error"),
        "{text}"
    );
    let good = client.call("echo", json!({"text": "x"})).await;
    let text = complaint(|| drop(good.failure()));
    assert!(text.contains("was to fail, and gave"), "{text}");
    let text = complaint(|| assert!(good.value::<bool>()));
    assert!(text.contains("gave no such value"), "{text}");
}

#[tokio::test]
async fn notifications_are_kept() {
    let client = server().test_client();
    let _ = client.call("divide", json!({"a": 1, "b": 1})).await;
    let all = client.notifications();
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!(all[0]["method"], "notifications/progress");
    assert_eq!(all[0]["params"]["message"], "dividing");
    // another client has notifications of its own
    assert_eq!(
        client
            .speaking(ProtocolVersion::V2025_06_18)
            .notifications()
            .len(),
        0
    );
}

#[tokio::test]
async fn lists_prompts_and_resources_are_there() {
    let client = server().page_size(1).test_client();
    let names = |list: Vec<serde_json::Value>| -> Vec<String> {
        let names = list
            .iter()
            .map(|one| one["name"].as_str().unwrap_or_default());
        names.map(str::to_owned).collect()
    };
    assert_eq!(
        names(client.tools().await),
        ["divide", "echo", "silent", "up_to", "wait"]
    );
    assert_eq!(names(client.prompts().await), ["greeting"]);
    assert_eq!(names(client.templates().await), ["note"]);
    assert_eq!(client.resources().await.len(), 0);
    let prompt = client.prompt("greeting", json!({"name": "Ada"})).await;
    assert_eq!(prompt.text(), "Greet Ada.");
    assert_eq!(client.read("note:///tea").await.text(), "about tea");
}

#[tokio::test]
async fn a_dropped_call_is_cancelled() {
    let begun = Arc::<Begun>::default();
    let client = Server::new("kit", "1.0.0")
        .state(Arc::clone(&begun))
        .tools(mcp::tools![wait])
        .test_client();
    tokio::select! {
        _ = client.call("wait", ()) => unreachable!("it never ends"),
        () = begun.begun.notified() => {}
    }
    begun.gone.notified().await;
}

#[tokio::test]
async fn a_revision_that_is_not_served_is_told_at_once() {
    let modern = server().eras([Era::Modern]).test_client();
    let text = complaint(|| drop(modern.speaking(ProtocolVersion::V2025_11_25)));
    assert!(text.contains("unsupported protocol version"), "{text}");
}

#[tokio::test]
async fn a_server_that_cannot_be_built_says_why() {
    let faulty = Server::new("kit", "1.0.0").tools(mcp::tools![wait]);
    let text = complaint(|| drop(faulty.test_client()));
    assert!(text.contains("wait"), "{text}");
}
