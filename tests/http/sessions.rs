//! Sessions of older clients: begun, used, ended, expired, and belonging to somebody.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use crate::legacy::{SESSION, begin, initialize, request, wait};
use crate::{Gate, Request, Response, Site, read_until, server, service};

#[tokio::test]
async fn every_older_client_gets_a_session_and_is_served_in_it() {
    let site = Site::start(service()).await;
    for version in ["2025-03-26", "2025-06-18", "2025-11-25"] {
        let id = begin(&site, version, |request| request).await;
        let call = request(
            7,
            "tools/call",
            json!({"name": "add", "arguments": {"a": 1, "b": 2}}),
        );
        for call in [call.clone(), call.header("MCP-Protocol-Version", version)] {
            let response = site.send(&call.header(SESSION, &id)).await;
            assert_eq!(response.status, 200, "{response:?}");
            assert_eq!(response.json()["result"]["content"][0]["text"], "3");
        }
        let unknown = site
            .send(&request(8, "foo/bar", json!({})).header(SESSION, &id))
            .await;
        assert_eq!(unknown.status, 200);
        assert_eq!(unknown.json()["error"]["code"], -32601);
    }
    site.stop().await;
}

#[tokio::test]
async fn a_second_handshake_in_a_session_is_refused_and_the_first_stays_in_force() {
    let site = Site::start(service()).await;
    let id = begin(&site, "2025-06-18", |request| request).await;
    let again = site
        .send(&initialize("2025-11-25").header(SESSION, &id))
        .await;
    assert_eq!(again.json()["error"]["code"], -32600, "{again:?}");
    assert_eq!(again.header(SESSION), None);
    let list = request(1, "tools/list", json!({})).header(SESSION, &id);
    assert_eq!(site.send(&list).await.status, 200);
    // a session that is gone keeps nobody from beginning again
    let fresh = site
        .send(&initialize("2025-11-25").header(SESSION, "gone"))
        .await;
    assert!(fresh.header(SESSION).is_some(), "{fresh:?}");
    site.stop().await;
}

#[tokio::test]
async fn a_missing_session_is_400_and_an_unknown_one_404() {
    let site = Site::start(service()).await;
    let list = || request(1, "tools/list", json!({}));
    let get = || Request::new("GET").header("Accept", "text/event-stream");
    for (request, status) in [
        (list(), 400),
        (list().header(SESSION, "nobody"), 404),
        (get(), 400),
        (get().header(SESSION, "nobody"), 404),
        (Request::new("DELETE"), 400),
        (Request::new("DELETE").header(SESSION, "nobody"), 404),
    ] {
        let response = site.send(&request).await;
        assert_eq!(response.status, status, "{response:?}");
        assert!(response.body.contains("send `initialize`"), "{response:?}");
    }
    let id = begin(&site, "2025-11-25", |request| request).await;
    let delete = Request::new("DELETE").header(SESSION, &id);
    assert_eq!(site.send(&delete).await.status, 204);
    assert_eq!(site.send(&delete).await.status, 404);
    assert_eq!(site.send(&list().header(SESSION, &id)).await.status, 404);
    site.stop().await;
}

#[tokio::test]
async fn batches_belong_to_one_revision() {
    let site = Site::start(service()).await;
    let ping = |id: u32| json!({"jsonrpc": "2.0", "id": id, "method": "ping"});
    let batch = Request::post(&json!([ping(1), ping(2)]));
    let id = begin(&site, "2025-03-26", |request| request).await;
    let response = site.send(&batch.clone().header(SESSION, &id)).await;
    assert_eq!(
        response.json().as_array().map(Vec::len),
        Some(2),
        "{response:?}"
    );
    let id = begin(&site, "2025-06-18", |request| request).await;
    let response = site.send(&batch.header(SESSION, &id)).await;
    assert_eq!(response.json()["error"]["code"], -32600, "{response:?}");
    site.stop().await;
}

#[tokio::test]
async fn a_session_belongs_to_the_token_that_began_it() {
    let site = Site::start(service().auth_token("one").auth_token("two")).await;
    let id = begin(&site, "2025-11-25", |request| {
        request.header("Authorization", "Bearer one")
    })
    .await;
    let list = request(1, "tools/list", json!({})).header(SESSION, &id);
    for (token, status) in [
        (None, 401),
        (Some("Bearer two"), 404),
        (Some("Bearer one"), 200),
    ] {
        let request = match token {
            Some(token) => list.clone().header("Authorization", token),
            None => list.clone(),
        };
        assert_eq!(site.send(&request).await.status, status, "{token:?}");
    }
    let delete = Request::new("DELETE").header(SESSION, &id);
    let stranger = delete.clone().header("Authorization", "Bearer two");
    assert_eq!(site.send(&stranger).await.status, 404);
    let owner = delete.header("Authorization", "Bearer one");
    assert_eq!(site.send(&owner).await.status, 204);
    site.stop().await;
}

#[tokio::test]
async fn too_many_sessions_are_refused_until_some_have_lain_idle() {
    let idle = Duration::from_millis(100);
    let site = Site::start(service().max_sessions(2, idle)).await;
    for _ in 0..2 {
        assert_eq!(site.send(&initialize("2025-11-25")).await.status, 200);
    }
    let mut last = site.send(&initialize("2025-11-25")).await;
    assert_eq!(last.status, 503);
    assert!(last.header("retry-after").is_some(), "{last:?}");
    assert!(last.body.contains("max_sessions"), "{last:?}");
    while last.status == 503 {
        last = site.send(&initialize("2025-11-25")).await;
    }
    assert_eq!(last.status, 200);
    site.stop().await;
}

#[tokio::test]
async fn a_failed_handshake_leaves_no_session() {
    let site = Site::start(service().max_sessions(1, Duration::from_secs(60))).await;
    let broken = request(0, "initialize", json!({"protocolVersion": 5}));
    let response = site.send(&broken).await;
    assert_eq!(response.json()["error"]["code"], -32602, "{response:?}");
    assert_eq!(response.header(SESSION), None);
    begin(&site, "2025-11-25", |request| request).await;
    site.stop().await;
}

#[tokio::test]
async fn a_call_keeps_its_session_and_outlives_the_client_that_hangs_up() {
    let gate = Arc::<Gate>::default();
    let idle = Duration::from_millis(40);
    let service = server(&gate).into_http_service().expect("a server");
    let site = Site::start(service.max_sessions(2, idle)).await;
    let id = begin(&site, "2025-11-25", |request| request).await;
    let first = site.open(&wait(1).header(SESSION, &id)).await;
    gate.entered.notified().await;
    drop(first);
    // Another session, without a call, expires in the meantime.
    let other = begin(&site, "2025-11-25", |request| request).await;
    let list = |id: &str| request(3, "tools/list", json!({})).header(SESSION, id);
    while site.send(&initialize("2025-11-25")).await.status == 503 {}
    assert_eq!(site.send(&list(&other)).await.status, 404);
    // The id is still in use: the call was not cancelled.
    let again = site.send(&wait(1).header(SESSION, &id)).await;
    assert_eq!(again.json()["error"]["code"], -32600, "{again:?}");
    let cancel =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    let cancelled = site
        .send(&Request::post(&cancel).header(SESSION, &id))
        .await;
    assert_eq!(cancelled.status, 202);
    gate.dropped.notified().await;
    site.stop().await;
}

#[tokio::test]
async fn a_session_may_have_several_streams_which_end_with_it() {
    let site = Site::start(service()).await;
    let id = begin(&site, "2025-11-25", |request| request).await;
    let get = Request::new("GET").header(SESSION, &id);
    let json_alone = site
        .send(&get.clone().header("Accept", "application/json"))
        .await;
    assert_eq!(json_alone.status, 406);
    let get = get.header("Accept", "text/event-stream");
    let (mut one, mut two) = (site.open(&get).await, site.open(&get).await);
    for stream in [&mut one, &mut two] {
        let seen = read_until(stream, "data: \n").await;
        assert!(seen.contains("text/event-stream"), "{seen}");
    }
    let delete = Request::new("DELETE").header(SESSION, &id);
    assert_eq!(site.send(&delete).await.status, 204);
    for mut stream in [one, two] {
        let mut rest = String::new();
        let read = tokio::io::AsyncReadExt::read_to_string(&mut stream, &mut rest).await;
        assert!(read.is_ok_and(|_| rest.ends_with("0\r\n\r\n")), "{rest}");
    }
    let other = begin(&site, "2025-11-25", |request| request).await;
    let get = Request::new("GET")
        .header(SESSION, &other)
        .header("Accept", "text/event-stream");
    let mut open = site.open(&get).await;
    read_until(&mut open, "data: \n").await;
    site.stop().await;
}

#[tokio::test]
async fn a_version_that_is_not_served_is_400_where_only_sessions_are() {
    let gate = Arc::<Gate>::default();
    let legacy_alone = server(&gate).eras([mcp::Era::Legacy]);
    let site = Site::start(legacy_alone.into_http_service().expect("a server")).await;
    let id = begin(&site, "2025-11-25", |request| request).await;
    let list = request(1, "tools/list", json!({})).header(SESSION, &id);
    let response: Response = site
        .send(&list.header("MCP-Protocol-Version", "2099-01-01"))
        .await;
    assert_eq!(response.status, 400, "{response:?}");
    assert!(
        response.body.contains("MCP-Protocol-Version"),
        "{response:?}"
    );
    site.stop().await;
}
