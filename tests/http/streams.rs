//! Streams of sessions: ids of events, and clients that come back for what they have missed.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::legacy::{SESSION, begin, listen, request, work};
use crate::{Gate, Response, Site, ids, read_until, server, service};

async fn site(gate: &Arc<Gate>) -> Site {
    Site::start(server(gate).into_http_service().expect("a server")).await
}

/// What a stream has said: numbers of progress and texts of answers.
fn said(response: &Response) -> Vec<Value> {
    let events = response.events().into_iter();
    events
        .map(|event| match event["method"].as_str() {
            Some(_) => event["params"]["progress"].clone(),
            None => event["result"]["content"][0]["text"].clone(),
        })
        .collect()
}

#[tokio::test]
async fn events_have_ids_and_the_newest_revision_gets_one_before_there_is_anything_to_say() {
    let gate = Arc::<Gate>::default();
    let site = site(&gate).await;
    let mut seen = BTreeSet::new();
    for (version, without_data) in [("2025-03-26", 0), ("2025-06-18", 0), ("2025-11-25", 1)] {
        let session = begin(&site, version, |request| request).await;
        for id in 1..3 {
            gate.open.notify_one();
            let response = site.send(&work(id, &session, false)).await;
            assert_eq!(response.header("content-type"), Some("text/event-stream"));
            assert_eq!(said(&response), [json!(1), json!(3), json!("worked")]);
            let ids = ids(&response.body);
            assert_eq!(ids.len(), 3 + without_data, "{response:?}");
            let empty = response.body.matches("\ndata: \n\n").count();
            assert_eq!(empty, without_data, "{response:?}");
            assert_eq!(response.body.starts_with("id: "), without_data == 1);
            for id in ids {
                assert!(seen.insert((session.clone(), id)), "{response:?}");
            }
            gate.entered.notified().await;
        }
    }
    site.stop().await;
}

#[tokio::test]
async fn a_client_that_hangs_up_in_mid_call_comes_back_for_its_answer() {
    let gate = Arc::<Gate>::default();
    let site = site(&gate).await;
    let session = begin(&site, "2025-11-25", |request| request).await;
    let mut call = site.open(&work(1, &session, false)).await;
    let seen = read_until(&mut call, "begun").await;
    drop(call);
    let ids = ids(&seen);
    gate.open.notify_one();
    // While the call runs or after it: what was missed, then what follows, then the end.
    let missed = site
        .send(&listen(&session, ids.last().map(String::as_str)))
        .await;
    assert_eq!(missed.status, 200, "{missed:?}");
    assert_eq!(said(&missed), [json!(3), json!("worked")]);
    // The stream that was never read is there from its beginning, as often as one likes.
    for _ in 0..2 {
        let whole = site.send(&listen(&session, Some(&ids[0]))).await;
        assert_eq!(said(&whole), [json!(1), json!(3), json!("worked")]);
    }
    site.stop().await;
}

#[tokio::test]
async fn a_stream_is_taken_up_while_its_call_runs_and_the_old_connection_ends() {
    let gate = Arc::<Gate>::default();
    let site = site(&gate).await;
    let session = begin(&site, "2025-06-18", |request| request).await;
    let mut first = site.open(&work(1, &session, false)).await;
    let seen = read_until(&mut first, "begun").await;
    let last = ids(&seen).pop().expect("an id");
    let mut second = site.open(&listen(&session, Some(&last))).await;
    let mut rest = String::new();
    let ended = tokio::io::AsyncReadExt::read_to_string(&mut first, &mut rest).await;
    assert!(ended.is_ok() && !rest.contains("worked"), "{rest}");
    gate.open.notify_one();
    let response = Response::read(&mut second).await;
    assert_eq!(said(&response), [json!(3), json!("worked")]);
    site.stop().await;
}

#[tokio::test]
async fn an_event_of_a_call_that_is_not_kept_is_told_so_and_of_other_streams_a_fresh_one_begins() {
    let gate = Arc::<Gate>::default();
    let site = site(&gate).await;
    let session = begin(&site, "2025-11-25", |request| request).await;
    for id in ["c77-3", "nonsense", "c1", "c1-x", "c+1-2", "é"] {
        let response = site.send(&listen(&session, Some(id))).await;
        assert_eq!(response.status, 400, "{id}");
        assert!(response.body.contains("`keep_events`"), "{response:?}");
    }
    let mut fresh = site.open(&listen(&session, Some("s77-3"))).await;
    let seen = read_until(&mut fresh, "data: \n").await;
    assert!(seen.contains("200 OK"), "{seen}");
    // Ids are of one session.
    let mut call = site.open(&work(1, &session, false)).await;
    let id = ids(&read_until(&mut call, "begun").await)
        .pop()
        .expect("an id");
    let other = begin(&site, "2025-11-25", |request| request).await;
    assert_eq!(site.send(&listen(&other, Some(&id))).await.status, 400);
    gate.open.notify_one();
    site.stop().await;
}

#[tokio::test]
async fn only_so_many_events_are_kept_and_the_answer_is_the_last_to_go() {
    let gate = Arc::<Gate>::default();
    let service = server(&gate).into_http_service().expect("a server");
    let site = Site::start(service.keep_events(1, 1000)).await;
    let session = begin(&site, "2025-11-25", |request| request).await;
    let mut call = site.open(&work(1, &session, false)).await;
    let first = ids(&read_until(&mut call, "begun").await).remove(0);
    drop(call);
    gate.open.notify_one();
    let rest = site.send(&listen(&session, Some(&first))).await;
    assert_eq!(said(&rest).last(), Some(&json!("worked")), "{rest:?}");
    let again = site.send(&listen(&session, Some(&first))).await;
    assert_eq!(said(&again), [json!("worked")]);
    // Another stream takes its place.
    gate.entered.notified().await;
    gate.open.notify_one();
    let next = site.send(&work(2, &session, false)).await;
    assert_eq!(said(&next).last(), Some(&json!("worked")));
    assert_eq!(site.send(&listen(&session, Some(&first))).await.status, 400);
    site.stop().await;
}

#[tokio::test]
async fn only_so_many_streams_are_open_in_a_session_and_in_all() {
    let site = Site::start(service().max_streams(2, 3)).await;
    let one = begin(&site, "2025-11-25", |request| request).await;
    let two = begin(&site, "2025-11-25", |request| request).await;
    let mut open = Vec::new();
    for session in [&one, &one, &two] {
        let mut stream = site.open(&listen(session, None)).await;
        read_until(&mut stream, "data: \n").await;
        open.push(stream);
    }
    let over = site.send(&listen(&one, None)).await;
    assert_eq!(over.status, 429, "{over:?}");
    assert!(over.body.contains("`max_streams`"), "{over:?}");
    let over = site.send(&listen(&two, None)).await;
    assert_eq!(over.status, 503, "{over:?}");
    assert!(over.header("retry-after").is_some(), "{over:?}");
    // Calls are answered in any case.
    let add = json!({"name": "add", "arguments": {"a": 1, "b": 2}});
    let call = request(1, "tools/call", add).header(SESSION, &one);
    let call = call.header("Accept", "text/event-stream");
    assert_eq!(said(&site.send(&call).await), [json!("3")]);
    // A stream that ends makes room.
    open.pop();
    loop {
        let mut stream = site.open(&listen(&two, None)).await;
        if read_until(&mut stream, "\r\n").await.contains("200 OK") {
            break;
        }
    }
    site.stop().await;
}
