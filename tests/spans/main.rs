//! What a subscriber sees: one span for each request, and what happens in it as its children.
//!
//! One subscriber is there for the whole process, as in a program, since sync functions run on other threads. Each
//! test tells its spans by the id of its request.

mod errors;
mod names;
mod seen;
mod trace;

use std::time::Duration;

use mcp::Server;
use serde_json::{Value, json};

pub(crate) use seen::{around, span, spans};

/// Says that it runs, on a thread of its own.
#[mcp::tool]
fn sync(mark: String) -> String {
    tracing::info!(mark, "it runs");
    tracing::info_span!("inner").in_scope(|| tracing::info!(mark, "it runs further"));
    mark
}

/// Says that it runs, before and after it waited.
#[mcp::tool]
async fn wait(mark: String) -> String {
    tracing::info!(mark, "it runs");
    tokio::time::sleep(Duration::from_millis(1)).await;
    tracing::info!(mark, "it runs further");
    mark
}

/// Says that it runs, where the message was read.
#[mcp::tool(inline)]
fn inline(mark: String) -> String {
    tracing::info!(mark, "it runs");
    mark
}

/// Never succeeds.
#[mcp::tool]
fn fail(panic: bool) -> Result<String, String> {
    assert!(!panic, "as it was told");
    Err("it failed".into())
}

/// Says what it knows of the trace and of `_meta`.
#[mcp::tool]
fn told(ctx: &mcp::Context) -> String {
    let state = ctx.trace().and_then(|trace| trace.state());
    let meta = ctx
        .meta()
        .map(|meta| serde_json::from_str::<Value>(meta).expect("JSON"));
    json!({"parent": ctx.trace_parent(), "state": state, "meta": meta}).to_string()
}

/// Asks for a greeting.
#[mcp::prompt]
fn greeting(#[arg(complete = marks)] mark: String) -> String {
    tracing::info!(mark, "it runs");
    mark
}

fn marks(typed: &str) -> Vec<String> {
    tracing::info!(mark = typed, "it runs");
    Vec::new()
}

/// A text.
#[mcp::resource("text://{mark}")]
async fn text(mark: String) -> String {
    tracing::info!(mark, "it runs");
    mark
}

pub(crate) fn server() -> Server {
    seen::install();
    Server::new("site", "1.0.0")
        .tools(mcp::tools![sync, wait, inline, fail, told])
        .prompts(mcp::prompts![greeting])
        .resources(mcp::resources![text])
}

/// A request of 2026-07-28.
pub(crate) fn modern(id: &str, method: &str, mut params: Value) -> Value {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

/// The answer to a message.
pub(crate) async fn ask(service: &mcp::Service, message: Value) -> Value {
    let answer = service.handle(message.to_string()).await;
    serde_json::from_slice(&answer.expect("an answer")).expect("JSON")
}
