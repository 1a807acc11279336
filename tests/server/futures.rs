//! Functions that return a future are async tools of what comes of it.

use crate::Client;
use mcp::{Registry, Server};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use std::future::{Future, ready};
use std::pin::Pin;

type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

#[derive(Serialize, JsonSchema)]
struct Point {
    x: i64,
}

/// A state.
struct Offset(i64);

#[mcp::tool(unlisted)]
fn plain(x: i64) -> impl Future<Output = i64> + Send {
    ready(x)
}

#[mcp::tool(unlisted)]
fn lent<'a>(
    offset: &'a Offset,
    text: &'a str,
) -> impl Send + std::future::Future<Output = Result<Point, String>> + 'a {
    async move {
        tokio::task::yield_now().await;
        let x: i64 = text.parse().map_err(|_| format!("`{text}` is no number"))?;
        Ok(Point { x: x + offset.0 })
    }
}

#[mcp::tool(unlisted)]
#[allow(clippy::manual_async_fn, reason = "the form is the point")]
fn elided(offset: &Offset, x: i64) -> impl Future<Output = i64> + Send + '_ {
    async move { offset.0 + x }
}

#[mcp::tool(unlisted)]
fn pinned<'a>(text: &'a str) -> Pin<Box<dyn Future<Output = String> + Send + 'a>> {
    Box::pin(async move { text.to_uppercase() })
}

#[mcp::tool(unlisted)]
fn boxed(offset: &Offset) -> BoxFuture<'_, Point> {
    Box::pin(async move { Point { x: offset.0 } })
}

#[mcp::tool(unlisted)]
fn nothing() -> impl Future<Output = ()> {
    ready(())
}

#[mcp::tool(unlisted, timeout = "20ms")]
fn endless() -> impl Future<Output = ()> + Send {
    std::future::pending()
}

struct Weather(i64);

#[mcp::tool(unlisted)]
impl Weather {
    #[tool]
    fn now(&self, city: &str) -> impl Future<Output = String> + Send {
        let text = format!("{city}: {}", self.0);
        async move { text }
    }

    #[tool]
    fn later<'a>(&'a self, city: &'a str) -> BoxFuture<'a, String> {
        Box::pin(async move { format!("{city}: {}", self.0 + 1) })
    }
}

fn service(tools: Registry) -> mcp::Service {
    let server = Server::new("demo", "1.0.0").state(Offset(40)).tools(tools);
    server.build().expect("a sound server")
}

#[tokio::test]
async fn what_comes_of_a_future_is_the_result() {
    let client = Client::modern(&service(mcp::tools![
        plain, lent, elided, pinned, boxed, nothing
    ]));
    assert_eq!(client.text("plain", json!({"x": 3})).await, "3");
    assert_eq!(client.text("elided", json!({"x": 2})).await, "42");
    assert_eq!(client.text("pinned", json!({"text": "a"})).await, "A");
    let point = client.call("lent", json!({"text": "2"})).await;
    assert_eq!(point["structuredContent"], json!({"x": 42}));
    let failed = client.call("lent", json!({"text": "two"})).await;
    assert_eq!(failed["isError"], true);
    assert_eq!(crate::text(&failed), "`two` is no number");
    let point = client.call("boxed", json!({})).await;
    assert_eq!(point["structuredContent"], json!({"x": 40}));
    assert_eq!(
        client.call("nothing", json!({})).await["content"],
        json!([])
    );
}

#[test]
fn the_output_schema_is_that_of_what_comes_of_a_future() {
    let listed: Value =
        serde_json::from_str(&service(mcp::tools![boxed, plain]).tools_json(mcp::Era::Modern))
            .expect("JSON");
    assert_eq!(
        listed["tools"][0]["outputSchema"]["properties"]["x"],
        json!({"type": "integer"})
    );
    assert_eq!(
        listed["tools"][1]["outputSchema"],
        json!({"type": "integer"})
    );
}

#[tokio::test(start_paused = true)]
async fn a_future_is_dropped_when_its_time_is_over() {
    let client = Client::modern(&service(mcp::tools![endless]));
    assert_eq!(client.call("endless", json!({})).await["isError"], true);
}

#[tokio::test]
async fn methods_may_return_futures() {
    let server = Server::new("demo", "1.0.0").tools(Weather(20));
    let client = Client::modern(&server.build().expect("a sound server"));
    assert_eq!(
        client.text("now", json!({"city": "Oslo"})).await,
        "Oslo: 20"
    );
    assert_eq!(
        client.text("later", json!({"city": "Oslo"})).await,
        "Oslo: 21"
    );
}
