//! What functions see of the HTTP request that carried their call, and who they are told calls.

use http_body_util::{BodyExt as _, Full};
use mcp::transport::http::HttpService;
use mcp::{Caller, Server};
use serde_json::{Value, json};
use tower_service::Service as _;

use crate::message;

/// What a middleware found out.
#[derive(Clone, Debug, PartialEq)]
struct User {
    name: &'static str,
}

/// Says who asks, by all that is known.
#[mcp::tool]
fn who(user: Option<&User>, caller: Option<&Caller>, ctx: &mcp::Context) -> String {
    assert_eq!(caller, ctx.caller());
    let language = ctx.headers().and_then(|headers| headers.get("x-language"));
    let language = language.map(|language| language.to_str().expect("text"));
    let extensions = ctx
        .extensions()
        .map(|extensions| extensions.get::<User>().is_some());
    let name = user.map(|user| user.name);
    format!(
        "{name:?} {:?} {language:?} {extensions:?}",
        caller.map(Caller::id)
    )
}

/// The same for a state without which the server is not built.
#[mcp::tool(inline)]
fn user(user: &User) -> &str {
    user.name
}

/// Prints what it knows, as one does.
#[mcp::tool]
fn debug(ctx: &mcp::Context) -> String {
    format!("{ctx:?} {:?}", ctx.headers())
}

/// Asks for a greeting.
#[mcp::prompt]
fn greeting(user: Option<&User>) -> String {
    format!("Greet {user:?}.")
}

/// Who reads.
#[mcp::resource("who://reads")]
async fn reader(ctx: &mcp::Context) -> String {
    format!("{:?}", ctx.extension::<User>())
}

const ANNA: User = User { name: "Anna" };

fn server() -> Server {
    Server::new("site", "1.0.0")
        .tools(mcp::tools![who, debug])
        .prompts(mcp::prompts![greeting])
        .resources(mcp::resources![reader])
}

fn service() -> HttpService {
    server().into_http_service().expect("a sound server")
}

/// A request with what a middleware put into it.
#[derive(Clone, Default)]
pub(crate) struct Request {
    headers: Vec<(&'static str, String)>,
    extensions: http::Extensions,
}

impl Request {
    pub(crate) fn header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    pub(crate) fn with(mut self, value: impl Clone + Send + Sync + 'static) -> Self {
        self.extensions.insert(value);
        self
    }

    /// Sends a message as a client of 2026-07-28.
    pub(crate) async fn modern(self, service: &HttpService, method: &str, params: Value) -> Value {
        let name = params["name"].as_str().or(params["uri"].as_str());
        let name = name.unwrap_or_default().to_owned();
        let request = self
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", method)
            .header("mcp-name", &name);
        let (_, _, answer) = request.send(service, &message(method, params)).await;
        answer["result"].clone()
    }

    pub(crate) async fn call(self, service: &HttpService, tool: &str) -> String {
        let answer = self
            .modern(service, "tools/call", json!({"name": tool}))
            .await;
        let text = answer["content"][0]["text"].as_str();
        text.unwrap_or_else(|| panic!("{answer}")).to_owned()
    }

    /// Gives the status, the session and the answer.
    pub(crate) async fn send(
        self,
        service: &HttpService,
        body: &Value,
    ) -> (u16, Option<String>, Value) {
        let mut request = http::Request::post("http://localhost/mcp")
            .header("content-type", "application/json")
            .body(Full::<bytes::Bytes>::from(body.to_string()))
            .expect("a request");
        *request.extensions_mut() = self.extensions;
        for (name, value) in self.headers {
            let value = value.parse().expect("a header");
            request.headers_mut().insert(name, value);
        }
        let response = service.clone().call(request).await.expect("never fails");
        let session = response.headers().get("mcp-session-id");
        let session = session.map(|id| id.to_str().expect("text").to_owned());
        let status = response.status().as_u16();
        let body = response.into_body().collect().await.expect("a body");
        let answer = serde_json::from_slice(&body.to_bytes()).unwrap_or_default();
        (status, session, answer)
    }
}

#[tokio::test]
async fn functions_see_the_request_that_carried_their_call() {
    let service = service();
    let request = Request::default().header("x-language", "de").with(ANNA);
    assert_eq!(
        request.clone().call(&service, "who").await,
        r#"Some("Anna") None Some("de") Some(true)"#
    );
    assert_eq!(
        Request::default().call(&service, "who").await,
        "None None None Some(false)"
    );
    let prompt = json!({"name": "greeting"});
    let prompt = request
        .clone()
        .modern(&service, "prompts/get", prompt)
        .await;
    let text = &prompt["messages"][0]["content"]["text"];
    assert_eq!(text, r#"Greet Some(User { name: "Anna" })."#);
    let resource = json!({"uri": "who://reads"});
    let resource = request.modern(&service, "resources/read", resource).await;
    assert_eq!(
        resource["contents"][0]["text"],
        r#"Some(User { name: "Anna" })"#
    );
}

#[tokio::test]
async fn without_http_there_is_no_request_and_the_same_tool_runs() {
    let service = server().build().expect("a sound server");
    let answer = service
        .handle(message("tools/call", json!({"name": "who"})).to_string())
        .await
        .expect("an answer");
    let answer: Value = serde_json::from_slice(&answer).expect("JSON");
    assert_eq!(
        answer["result"]["content"][0]["text"],
        "None None None None"
    );
    let answer = service
        .handle(message("tools/list", json!({})).to_string())
        .await;
    let answer: Value = serde_json::from_slice(&answer.expect("an answer")).expect("JSON");
    let schema = &answer["result"]["tools"][0]["inputSchema"];
    assert_eq!(schema["properties"], json!({}));
}

#[tokio::test]
async fn what_the_request_has_comes_before_the_state_of_the_server() {
    const NOBODY: User = User { name: "nobody" };
    let service = Server::new("site", "1.0.0")
        .tools(mcp::tools![who, user])
        .state(NOBODY)
        .into_http_service()
        .expect("a sound server");
    for (request, name) in [
        (Request::default(), "nobody"),
        (Request::default().with(ANNA), "Anna"),
        (Request::default().with(std::sync::Arc::new(ANNA)), "Anna"),
    ] {
        assert_eq!(request.clone().call(&service, "user").await, name);
        let who = request.call(&service, "who").await;
        assert!(who.starts_with(&format!("Some({name:?})")), "{who}");
    }
}

#[tokio::test]
async fn each_token_is_a_caller_of_its_own_in_every_process() {
    let ask = async |service: &HttpService, token: &str| {
        let request = Request::default().header("authorization", &format!("Bearer {token}"));
        let who = request.call(service, "who").await;
        who.split('"').nth(1).expect("a caller").to_owned()
    };
    let first = service().auth_token("one-secret").auth_token("two-secret");
    let second = service().auth_token("two-secret");
    let (one, two) = (
        ask(&first, "one-secret").await,
        ask(&first, "two-secret").await,
    );
    assert_ne!(one, two);
    assert_eq!(two, ask(&second, "two-secret").await);
    assert!(
        one.starts_with("token:") && !one.contains("secret"),
        "{one}"
    );
}

#[tokio::test]
async fn a_middleware_may_say_who_calls_and_sessions_are_that_callers() {
    let service = service().auth_token("s3");
    let by = |name: &str| {
        let request = Request::default().header("authorization", "Bearer s3");
        request.with(Caller::new(name))
    };
    let who = by("alice").call(&service, "who").await;
    assert!(who.contains(r#"Some("alice")"#), "{who}");

    let initialize = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "probe", "version": "0"},
    }});
    let (_, session, _) = by("alice").send(&service, &initialize).await;
    let session = session.expect("a session");
    let in_session = |request: Request| request.header("mcp-session-id", &session);
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(in_session(by("alice")).send(&service, &ready).await.0, 202);
    let call =
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "who"}});
    let (status, _, answer) = in_session(by("alice").with(ANNA))
        .send(&service, &call)
        .await;
    assert_eq!(status, 200);
    assert_eq!(
        answer["result"]["content"][0]["text"],
        r#"Some("Anna") Some("alice") None Some(true)"#
    );
    assert_eq!(in_session(by("bob")).send(&service, &call).await.0, 404);
    let nobody = Request::default().header("authorization", "Bearer s3");
    assert_eq!(in_session(nobody).send(&service, &call).await.0, 404);
}

#[tokio::test]
async fn secrets_of_a_request_are_not_printed() {
    let request = Request::default()
        .header("authorization", "Bearer hunter2")
        .header("cookie", "id=hunter2")
        .with("hunter2");
    let printed = request.call(&service(), "debug").await;
    assert!(printed.contains("authorization"), "{printed}");
    assert!(!printed.contains("hunter2"), "{printed}");
}
