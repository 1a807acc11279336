//! Who may ask: hosts, origins, tokens, CORS, and addresses that others reach.

use mcp::transport::ServeError;
use serde_json::json;
use tokio::net::TcpListener;

use crate::{Request, Site, service};

fn list() -> Request {
    Request::modern("tools/list", json!({}))
}

#[tokio::test]
async fn only_names_of_this_machine_and_allowed_hosts_are_served() {
    let service = service().allowed_hosts(["mcp.example", "*.inner.example", "port.example:8080"]);
    let site = Site::start(service).await;
    for host in [
        "localhost",
        "LocalHost:9000",
        "127.0.0.1:1",
        "[::1]:1",
        "localhost.",
        "mcp.example",
        "MCP.example.:443",
        "a.inner.example",
        "port.example:8080",
    ] {
        let response = site.send(&list().header("Host", host)).await;
        assert_eq!(response.status, 200, "{host}");
    }
    for host in [
        "evil.example",
        "inner.example",
        "xinner.example",
        "port.example:1",
        "127.0.0.1.evil.example",
    ] {
        let response = site.send(&list().header("Host", host)).await;
        assert_eq!(response.status, 403, "{host}");
        assert!(response.body.contains("allowed_hosts"), "{response:?}");
        assert!(response.body.contains(host), "{response:?}");
    }
    site.stop().await;
}

#[tokio::test]
async fn a_page_of_another_origin_is_refused_unless_it_is_allowed() {
    let site = Site::start(service().allowed_origins(["https://app.example"])).await;
    for origin in [
        "http://localhost:3000",
        "http://127.0.0.1",
        "https://app.example",
    ] {
        assert_eq!(
            site.send(&list().header("Origin", origin)).await.status,
            200,
            "{origin}"
        );
    }
    for origin in [
        "https://evil.example",
        "null",
        "https://app.example.evil.example",
        "http://app.example",
    ] {
        let response = site.send(&list().header("Origin", origin)).await;
        assert_eq!(response.status, 403, "{origin}");
        assert!(response.body.contains("allowed_origins"), "{response:?}");
        assert_eq!(response.header("access-control-allow-origin"), None);
    }
    site.stop().await;
}

#[tokio::test]
async fn allowed_pages_can_read_every_answer_and_send_every_header() {
    let site = Site::start(
        service()
            .allowed_origins(["https://app.example"])
            .auth_token("s3"),
    )
    .await;
    let from = |request: Request| request.header("Origin", "https://app.example");
    let preflight = from(Request::new("OPTIONS"))
        .header("Access-Control-Request-Method", "POST")
        .header("Access-Control-Request-Headers", "mcp-method");
    let response = site.send(&preflight).await;
    assert_eq!(response.status, 204);
    let allowed = response
        .header("access-control-allow-headers")
        .expect("headers")
        .to_lowercase();
    for name in [
        "content-type",
        "accept",
        "authorization",
        "last-event-id",
        "mcp-protocol-version",
        "mcp-session-id",
        "mcp-method",
        "mcp-name",
        "mcp-param-region",
        "mcp-param-floor",
    ] {
        assert!(
            allowed.split(", ").any(|allowed| allowed == name),
            "{name} in {allowed}"
        );
    }
    assert_eq!(
        response.header("access-control-allow-methods"),
        Some("GET, POST, DELETE")
    );
    let good = || list().header("Authorization", "Bearer s3");
    for (request, status) in [
        (good(), 200),
        (list(), 401),
        (good().header("Accept", "text/html"), 406),
        (good().without("Content-Type"), 415),
        (good().body("{"), 400),
        (
            Request::new("PUT").header("Authorization", "Bearer s3"),
            405,
        ),
    ] {
        let response = site.send(&from(request)).await;
        assert_eq!(response.status, status);
        assert_eq!(
            response.header("access-control-allow-origin"),
            Some("https://app.example")
        );
        assert_eq!(response.header("vary"), Some("Origin"));
        let exposed = response.header("access-control-expose-headers");
        assert!(
            exposed.is_some_and(|names| names.contains("Mcp-Session-Id")),
            "{exposed:?}"
        );
    }
    site.stop().await;

    let off = Site::start(service()).await;
    let response = off
        .send(&list().header("Origin", "http://localhost:3000"))
        .await;
    assert_eq!(response.header("access-control-allow-origin"), None);
    assert_eq!(response.header("vary"), None);
    off.stop().await;
}

#[tokio::test]
async fn a_token_is_asked_for_and_a_wrong_one_is_told_apart_from_none() {
    let site = Site::start(service().auth_token("one").auth_token("two")).await;
    for good in ["Bearer one", "bearer two", "Bearer  one "] {
        assert_eq!(
            site.send(&list().header("Authorization", good))
                .await
                .status,
            200,
            "{good}"
        );
    }
    for (bad, words) in [
        (None, "a token is needed"),
        (Some("Basic one"), "a token is needed"),
        (Some("Bearer three"), "is not the server's `auth_token`"),
        (Some("Bearer on"), "is not the server's `auth_token`"),
        (Some("Bearer "), "`auth_token`"),
    ] {
        let request = match bad {
            Some(bad) => list().header("Authorization", bad),
            None => list(),
        };
        let response = site.send(&request).await;
        assert_eq!(response.status, 401, "{bad:?}");
        assert_eq!(response.header("www-authenticate"), Some("Bearer"));
        assert!(response.body.contains(words), "{response:?}");
        assert!(!response.body.contains("three"), "{response:?}");
    }
    site.stop().await;
}

#[tokio::test]
async fn an_address_that_others_reach_is_not_served_open_by_accident() {
    let listen = async || TcpListener::bind("0.0.0.0:0").await.expect("a port");
    let error = service()
        .serve(listen().await, async {})
        .await
        .expect_err("refused");
    assert!(matches!(error, ServeError::Open(_)), "{error}");
    assert!(error.to_string().contains("`auth_token`"), "{error}");
    let empty = service().auth_token("").serve(listen().await, async {});
    assert!(matches!(empty.await, Err(ServeError::EmptyToken)));
    for allowed in [service().auth_token("x"), service().allow_no_auth()] {
        allowed
            .serve(listen().await, async {})
            .await
            .expect("served");
    }
}

#[tokio::test]
async fn a_header_that_decides_is_sent_once() {
    let site = Site::start(service()).await;
    for (name, values) in [
        ("Host", ["localhost", "evil.example"]),
        ("Origin", ["http://localhost", "https://evil.example"]),
        ("Authorization", ["Bearer a", "Bearer b"]),
    ] {
        let request = list().header(name, values[0]).header(name, values[1]);
        let response = site.send(&request).await;
        assert_eq!(response.status, 400, "{name}");
        assert!(response.body.contains("more than once"), "{response:?}");
    }
    site.stop().await;
}

#[tokio::test]
async fn pages_of_this_machine_have_cors_where_it_is_on() {
    for (service, allowed) in [
        (
            service().allowed_origins(["https://app.example"]),
            Some("http://localhost:5173"),
        ),
        (service(), None),
    ] {
        let site = Site::start(service).await;
        let preflight = Request::new("OPTIONS")
            .header("Origin", "http://localhost:5173")
            .header("Access-Control-Request-Method", "POST");
        let response = site.send(&preflight).await;
        assert_eq!(response.status, if allowed.is_some() { 204 } else { 405 });
        assert_eq!(response.header("access-control-allow-origin"), allowed);
        site.stop().await;
    }
}
