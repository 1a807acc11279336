//! Several processes behind one address: sessions in a shared store, and no sessions at all.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use mcp::transport::http::{SessionRecord, SessionStore, StoreFuture};
use serde_json::json;

use crate::legacy::{SESSION, begin, initialize, listen, request, work};
use crate::{Gate, Request, Site, read_until, server, service};

/// A database, as it were: records as text.
#[derive(Clone, Default)]
struct Shared {
    records: Arc<Mutex<HashMap<String, String>>>,
    is_down: Arc<AtomicBool>,
}

impl Shared {
    fn reach(&self) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        match self.is_down.load(Ordering::Relaxed) {
            true => Err("the database is down; its password is 1234".into()),
            false => Ok(()),
        }
    }
}

impl SessionStore for Shared {
    fn load<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<SessionRecord>> {
        Box::pin(async move {
            self.reach()?;
            let text = self.records.lock().expect("whole").get(id).cloned();
            Ok(text.map(|text| serde_json::from_str(&text)).transpose()?)
        })
    }

    fn save<'a>(&'a self, id: &'a str, record: SessionRecord) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            self.reach()?;
            let text = serde_json::to_string(&record)?;
            self.records.lock().expect("whole").insert(id.into(), text);
            Ok(())
        })
    }

    fn remove<'a>(&'a self, id: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            self.reach()?;
            self.records.lock().expect("whole").remove(id);
            Ok(())
        })
    }
}

fn add(session: &str) -> Request {
    let params = json!({"name": "add", "arguments": {"a": 1, "b": 2}});
    request(7, "tools/call", params).header(SESSION, session)
}

#[tokio::test]
async fn a_session_is_served_by_every_process_that_shares_its_store() {
    let store = Shared::default();
    let sites = [
        Site::start(service().session_store(store.clone())).await,
        Site::start(service().session_store(store.clone())).await,
    ];
    // The two halves of the handshake meet two processes.
    let begun = sites[0].send(&initialize("2025-06-18")).await;
    let id = begun.header(SESSION).expect("a session").to_owned();
    let early = sites[1].send(&add(&id)).await;
    assert_eq!(early.json()["error"]["code"], -32600, "{early:?}");
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let ready = Request::post(&ready).header(SESSION, &id);
    assert_eq!(sites[1].send(&ready).await.status, 202);
    for site in &sites {
        let response = site.send(&add(&id)).await;
        assert_eq!(response.json()["result"]["content"][0]["text"], "3");
    }
    // What one ends, all have ended.
    let delete = Request::new("DELETE").header(SESSION, &id);
    assert_eq!(sites[1].send(&delete).await.status, 204);
    for site in &sites {
        assert_eq!(site.send(&add(&id)).await.status, 404);
        assert_eq!(site.send(&delete).await.status, 404);
    }
    assert!(store.records.lock().expect("whole").is_empty());
    for site in sites {
        site.stop().await;
    }
}

#[tokio::test]
async fn a_session_outlives_the_process_that_began_it() {
    let store = Shared::default();
    let first = Site::start(service().session_store(store.clone())).await;
    let id = begin(&first, "2025-11-25", |request| request).await;
    first.stop().await;
    let second = Site::start(service().session_store(store.clone())).await;
    assert_eq!(second.send(&add(&id)).await.status, 200);
    second.stop().await;
}

#[tokio::test]
async fn a_session_in_a_store_belongs_to_its_caller_and_its_calls_to_their_process() {
    let store = Shared::default();
    let gate = Arc::<Gate>::default();
    let start = async || {
        let service = server(&gate).into_http_service().expect("a server");
        let service = service.auth_token("one").auth_token("two");
        Site::start(service.session_store(store.clone())).await
    };
    let sites = [start().await, start().await];
    let one = |request: Request| request.header("Authorization", "Bearer one");
    let id = begin(&sites[0], "2025-11-25", one).await;
    for site in &sites {
        assert_eq!(site.send(&one(add(&id))).await.status, 200);
        let stranger = add(&id).header("Authorization", "Bearer two");
        assert_eq!(site.send(&stranger).await.status, 404);
        let delete = Request::new("DELETE").header(SESSION, &id);
        let delete = delete.header("Authorization", "Bearer two");
        assert_eq!(site.send(&delete).await.status, 404);
    }
    let mut call = sites[0].open(&one(work(1, &id, false))).await;
    let seen = read_until(&mut call, "begun").await;
    let last = crate::ids(&seen).pop().expect("an id");
    // Another process has other streams, whatever they are called.
    let elsewhere = sites[1].send(&one(listen(&id, Some(&last)))).await;
    assert_eq!(elsewhere.status, 400, "{elsewhere:?}");
    gate.open.notify_one();
    let here = sites[0].send(&one(listen(&id, Some(&last)))).await;
    assert_eq!(here.status, 200, "{here:?}");
    for site in sites {
        site.stop().await;
    }
}

#[tokio::test]
async fn a_store_that_fails_is_503_and_its_words_stay_here() {
    let store = Shared::default();
    let site = Site::start(service().session_store(store.clone())).await;
    let id = begin(&site, "2025-11-25", |request| request).await;
    store.is_down.store(true, Ordering::Relaxed);
    let delete = Request::new("DELETE").header(SESSION, &id);
    for request in [
        add(&id),
        delete,
        listen(&id, None),
        initialize("2025-11-25"),
    ] {
        let response = site.send(&request).await;
        assert_eq!(response.status, 503, "{response:?}");
        assert!(response.header("retry-after").is_some(), "{response:?}");
        assert!(!response.body.contains("1234"), "{response:?}");
    }
    store.is_down.store(false, Ordering::Relaxed);
    assert_eq!(site.send(&add(&id)).await.status, 200);
    site.stop().await;
}

#[tokio::test]
async fn without_sessions_any_process_serves_any_request_of_an_older_client() {
    let gate = Arc::<Gate>::default();
    let start = async || {
        let service = server(&gate).into_http_service().expect("a server");
        Site::start(service.legacy_stateless()).await
    };
    let sites = [start().await, start().await];
    for version in ["2025-03-26", "2025-06-18", "2025-11-25"] {
        let begun = sites[0].send(&initialize(version)).await;
        assert_eq!(begun.header(SESSION), None, "{begun:?}");
        assert_eq!(begun.json()["result"]["protocolVersion"], version);
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(sites[1].send(&Request::post(&ready)).await.status, 202);
        for site in &sites {
            // An id from somewhere else does no harm.
            let call = add("x").header("MCP-Protocol-Version", version);
            let response = site.send(&call).await;
            assert_eq!(response.json()["result"]["content"][0]["text"], "3");
        }
    }
    // Progress comes on the answer's own stream, which nobody can take up again.
    let call = work(1, "x", true).header("MCP-Protocol-Version", "2025-11-25");
    let mut stream = sites[0].open(&call).await;
    let mut seen = read_until(&mut stream, "begun").await;
    gate.open.notify_one();
    seen += &read_until(&mut stream, "worked").await;
    assert!(!seen.contains("id: "), "{seen}");
    for method in ["GET", "DELETE"] {
        let request = Request::new(method).header("Accept", "text/event-stream");
        let response = sites[0].send(&request).await;
        assert_eq!(response.status, 405, "{response:?}");
        assert_eq!(response.header("allow"), Some("POST, OPTIONS"));
        assert!(response.body.contains("`legacy_stateless`"), "{response:?}");
    }
    for site in sites {
        site.stop().await;
    }
}

#[tokio::test]
async fn a_session_that_is_not_here_is_told_which_settings_decide() {
    let site = Site::start(service()).await;
    let response = site.send(&add("elsewhere")).await;
    assert_eq!(response.status, 404);
    for setting in ["`session_store`", "`legacy_stateless`"] {
        assert!(response.body.contains(setting), "{response:?}");
    }
    site.stop().await;
}
