//! Changes of a server as its clients hear of them, over byte streams.

use crate::connected;
use mcp::server::Handle;
use mcp::{Era, Server};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, duplex, split};

/// Another one.
#[mcp::tool(unlisted)]
fn another() -> &'static str {
    "another"
}

/// The manual.
#[mcp::resource("file:///manual", unlisted)]
fn manual() -> &'static str {
    "read me"
}

fn server() -> (Server, Handle) {
    let server = Server::new("changing", "1.0.0").resources(mcp::resources![manual]);
    let handle = server.handle();
    (server, handle)
}

#[tokio::test(start_paused = true)]
async fn an_older_client_hears_without_asking_and_of_resources_when_it_asks() {
    let (server, handle) = server();
    let client = connected(server, Era::Legacy).await;
    let mut heard = client.notifications();
    // its handshake has arrived before this is answered
    client.ping().await.expect("it is there");
    handle.add(mcp::tools![another]).expect("a new tool");
    let news = heard.next().await.expect("news");
    assert_eq!(news.method(), "notifications/tools/list_changed");
    assert_eq!(client.list_tools().await.expect("the tools").len(), 1);
    client
        .subscribe("file:///manual")
        .await
        .expect("it is there");
    handle.resource_updated("file:///manual");
    let news = heard.next().await.expect("news");
    assert_eq!(news.method(), "notifications/resources/updated");
    assert_eq!(
        news.params::<Value>().expect("params"),
        json!({"uri": "file:///manual"})
    );
}

#[tokio::test(start_paused = true)]
async fn a_modern_client_hears_what_it_listens_to() {
    let (server, handle) = server();
    let client = connected(server, Era::Modern).await;
    let mut heard = client.notifications();
    let filter = json!({"notifications": {"toolsListChanged": true}});
    let listening = client
        .request("subscriptions/listen", filter)
        .no_timeout()
        .start();
    let first = heard.next().await.expect("an acknowledgment");
    assert_eq!(first.method(), "notifications/subscriptions/acknowledged");
    handle.add(mcp::tools![another]).expect("a new tool");
    handle.resource_updated("file:///manual");
    let news = heard.next().await.expect("news");
    assert_eq!(news.method(), "notifications/tools/list_changed");
    listening.cancel();
    handle.remove_tool("another").expect("it is there");
    client.list_tools().await.expect("the connection lives");
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    assert!(heard.try_next().is_none());
}

#[tokio::test(start_paused = true)]
async fn at_the_end_of_the_input_a_subscription_gets_its_final_result_at_once() {
    let (server, _handle) = server();
    let service = server.build().expect("a sound server");
    let (here, there) = duplex(64 * 1024);
    let serving = tokio::spawn(async move {
        let (reader, writer) = split(there);
        mcp::transport::serve(&service, reader, writer).await
    });
    let (reader, mut writer) = split(here);
    let listen = json!({"jsonrpc": "2.0", "id": "s", "method": "subscriptions/listen", "params": {
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        },
        "notifications": {"toolsListChanged": true},
    }});
    writer
        .write_all(format!("{listen}\n").as_bytes())
        .await
        .expect("a stream");
    let mut lines = BufReader::new(reader).lines();
    let mut next = async || -> Value {
        let line = lines.next_line().await.expect("a stream").expect("a line");
        serde_json::from_str(&line).expect("JSON")
    };
    assert_eq!(
        next().await["method"],
        "notifications/subscriptions/acknowledged"
    );
    let began = tokio::time::Instant::now();
    writer.shutdown().await.expect("a stream");
    let cancelled = next().await;
    assert_eq!(cancelled["method"], "notifications/cancelled");
    assert_eq!(cancelled["params"]["requestId"], "s");
    let result = next().await;
    assert_eq!(result["id"], "s");
    assert_eq!(result["result"]["resultType"], "complete");
    serving.await.expect("no panic").expect("a good end");
    assert!(began.elapsed().as_secs() < 1, "{:?}", began.elapsed());
}
