//! Tools, prompts and resources that come and go while a server is served, and who hears of it.

use mcp::server::{Answer, ChangeError, Connection, Frames, Handle, Kind, Outlet};
use mcp::{ObjectSchema, ProtocolVersion, Server, Service, Tool};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::sleep;

/// Says that it is there.
#[mcp::tool(unlisted)]
fn first() -> &'static str {
    "first"
}

/// Says that it is there too.
#[mcp::tool(unlisted)]
fn second() -> &'static str {
    "second"
}

/// Adds the second tool.
#[mcp::tool(unlisted)]
fn unlock(handle: &Handle) -> Result<&'static str, ChangeError> {
    handle.add(mcp::tools![second])?;
    Ok("look again")
}

/// Greets.
#[mcp::prompt(unlisted)]
fn greeting() -> &'static str {
    "Greet."
}

/// The manual.
#[mcp::resource("file:///manual", unlisted)]
fn manual() -> &'static str {
    "read me"
}

/// The news.
#[mcp::resource("file:///news", unlisted)]
fn news() -> &'static str {
    "nothing"
}

fn service() -> (Service, Handle) {
    let server = Server::new("changing", "1.0.0").tools(mcp::tools![first]);
    let server = server.resources(mcp::resources![manual]);
    let handle = server.handle();
    (server.build().expect("a sound server"), handle)
}

fn dynamic(name: &str) -> Tool {
    let schema = ObjectSchema::new();
    Tool::dynamic(name.to_owned(), "One of many.", schema, async |_, _| {
        Ok::<_, String>("here")
    })
}

const META: &str = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

/// A modern client that listens.
struct Listener {
    connection: Connection,
    frames: Frames,
    answer: tokio::task::JoinHandle<Option<Vec<u8>>>,
}

impl Listener {
    fn open(service: &Service, id: &str, filter: &Value) -> Self {
        let connection = service.connect();
        let (outlet, frames) = Outlet::channel(16);
        let message = format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"subscriptions/listen","params":{{"_meta":{META},"notifications":{filter}}}}}"#
        );
        match connection.receive_with(message.into_bytes(), &outlet) {
            Answer::Later(answer) => Self {
                connection,
                frames,
                answer: tokio::spawn(answer),
            },
            other => panic!("{other:?}"),
        }
    }

    fn take(&mut self) -> Vec<Value> {
        std::iter::from_fn(|| self.frames.take())
            .map(|frame| serde_json::from_slice(&frame).expect("JSON"))
            .collect()
    }

    /// What comes within a tenth of a second.
    async fn soon(&mut self) -> Vec<Value> {
        sleep(Duration::from_millis(101)).await;
        self.take()
    }
}

/// An older client that listens on a stream.
fn legacy(service: &Service) -> (Connection, mcp::server::Listening, Frames) {
    let connection = service.connect();
    let (outlet, frames) = Outlet::channel(16);
    let listening = connection.listen(&outlet);
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "old", "version": "1"},
    }});
    let Answer::Now(answer) = connection.receive(hello.to_string().into_bytes()) else {
        panic!("no answer");
    };
    let answer: Value = serde_json::from_slice(&answer).expect("JSON");
    let capabilities = &answer["result"]["capabilities"];
    assert_eq!(capabilities["tools"], json!({"listChanged": true}));
    assert_eq!(capabilities["prompts"], json!({"listChanged": true}));
    assert_eq!(
        capabilities["resources"],
        json!({"listChanged": true, "subscribe": true})
    );
    let confirmed = br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let _ = connection.receive(confirmed.to_vec());
    (connection, listening, frames)
}

fn all(frames: &mut Frames) -> Vec<Value> {
    std::iter::from_fn(|| frames.take())
        .map(|frame| serde_json::from_slice(&frame).expect("JSON"))
        .collect()
}

#[tokio::test]
async fn a_tool_adds_a_tool() {
    let server = Server::new("changing", "1.0.0").tools(mcp::tools![unlock]);
    let handle = server.handle();
    let client = server.state(handle).test_client();
    assert_eq!(
        client.call("second", ()).await.error().expect("none yet")["code"],
        -32602
    );
    assert_eq!(client.call("unlock", ()).await.text(), "look again");
    assert_eq!(client.call("second", ()).await.text(), "second");
    assert_eq!(client.tools().await.len(), 2);
    // what is there cannot be added again, and then nothing is
    let again = client.call("unlock", ()).await.failure();
    let text = "the change cannot be made\n- tool `second` is added twice";
    assert!(again.starts_with(text), "{again}");
    assert_eq!(client.tools().await.len(), 2);
}

#[tokio::test]
async fn what_is_removed_or_hidden_is_as_if_it_were_not_there() {
    let (service, handle) = service();
    let modern = service.test_client();
    let old = modern.speaking(ProtocolVersion::V2025_06_18);
    for client in [&modern, &old] {
        assert_eq!(client.tools().await.len(), 1);
    }
    handle.disable(Kind::Tool, "first").expect("it is there");
    handle
        .disable(Kind::Resource, "file:///manual")
        .expect("it is there");
    for client in [&modern, &old] {
        assert_eq!(client.tools().await.len(), 0);
        assert_eq!(
            client.call("first", ()).await.failure(),
            "unknown tool `first`"
        );
        assert_eq!(client.resources().await.len(), 0);
        assert!(client.read("file:///manual").await.is_failure());
    }
    handle.enable(Kind::Tool, "first").expect("it is there");
    handle.add(mcp::prompts![greeting]).expect("a sound prompt");
    for client in [&modern, &old] {
        assert_eq!(client.call("first", ()).await.text(), "first");
        assert_eq!(client.prompts().await.len(), 1);
        assert_eq!(client.prompt("greeting", ()).await.text(), "Greet.");
    }
    handle.remove_tool("first").expect("it is there");
    handle.remove_prompt("greeting").expect("it is there");
    handle
        .remove_resource("file:///manual")
        .expect("it is there");
    let error = handle.remove_tool("first").expect_err("it is gone");
    assert_eq!(error.to_string(), "there is no tool `first`");
    assert_eq!(modern.tools().await.len(), 0);
}

#[tokio::test]
async fn changes_are_made_together_or_not_at_all() {
    let (service, handle) = service();
    let client = service.test_client();
    let error = handle
        .change(|changes| {
            changes.add(mcp::tools![second]);
            changes.remove(Kind::Prompt, "nothing");
        })
        .expect_err("no such prompt");
    assert_eq!(error.to_string(), "there is no prompt `nothing`");
    assert_eq!(client.tools().await.len(), 1);
    handle
        .change(|changes| {
            changes.remove(Kind::Tool, "first");
            changes.add(mcp::tools![second]);
            changes.add(dynamic("third"));
        })
        .expect("sound changes");
    assert_eq!(client.call("third", ()).await.text(), "here");
    assert_eq!(client.tools().await.len(), 2);
}

#[tokio::test]
async fn a_handle_without_a_server_says_so() {
    let server = Server::new("changing", "1.0.0");
    let handle = server.handle();
    let error = handle.remove_tool("x").expect_err("not built");
    assert!(matches!(error, ChangeError::NoServer), "{error}");
    drop(server.build().expect("a sound server"));
    assert!(matches!(
        handle.add(dynamic("x")),
        Err(ChangeError::NoServer)
    ));
    handle.resource_updated("file:///x");
}

#[tokio::test]
async fn without_a_handle_nobody_is_promised_anything() {
    let server = Server::new("still", "1.0.0").tools(mcp::tools![first]);
    let client = server.test_client();
    let discovered = client.request("server/discover", ()).await;
    assert_eq!(
        discovered.result()["capabilities"],
        json!({"logging": {}, "tools": {}})
    );
    let listen = client
        .request("subscriptions/listen", json!({"notifications": {}}))
        .await;
    assert_eq!(listen.error().expect("unknown")["code"], -32601);
    let old = client.speaking(ProtocolVersion::LATEST_LEGACY);
    let subscribe = old
        .request("resources/subscribe", json!({"uri": "file:///x"}))
        .await;
    assert_eq!(subscribe.error().expect("unknown")["code"], -32601);
}

#[tokio::test(start_paused = true)]
async fn a_thousand_tools_are_one_message_for_those_who_asked() {
    let (service, handle) = service();
    let filter = json!({"toolsListChanged": true});
    let mut tools = Listener::open(&service, "1", &filter);
    let mut prompts = Listener::open(&service, r#""s1""#, &json!({"promptsListChanged": true}));
    let (_old, _listening, mut frames) = legacy(&service);
    let acknowledged = tools.take();
    assert_eq!(
        acknowledged,
        [json!({
            "jsonrpc": "2.0",
            "method": "notifications/subscriptions/acknowledged",
            "params": {
                "_meta": {"io.modelcontextprotocol/subscriptionId": 1},
                "notifications": filter,
            },
        })]
    );
    let acknowledged = prompts.take();
    assert_eq!(
        acknowledged[0]["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"],
        "s1"
    );
    for n in 0..1000 {
        handle
            .add(dynamic(&format!("tool_{n}")))
            .expect("a new name");
    }
    assert_eq!(
        tools.soon().await,
        [json!({
            "jsonrpc": "2.0",
            "method": "notifications/tools/list_changed",
            "params": {"_meta": {"io.modelcontextprotocol/subscriptionId": 1}},
        })]
    );
    assert_eq!(prompts.take(), [] as [Value; 0]);
    assert_eq!(
        all(&mut frames),
        [json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})]
    );
    // and again, the next time
    handle.add(mcp::prompts![greeting]).expect("a new name");
    assert_eq!(prompts.soon().await.len(), 1);
    assert_eq!(tools.take(), [] as [Value; 0]);
}

#[tokio::test(start_paused = true)]
async fn updates_of_a_resource_go_to_its_subscribers_alone() {
    let (service, handle) = service();
    let filter = json!({"resourceSubscriptions": ["file:///manual"]});
    let mut modern = Listener::open(&service, "7", &filter);
    modern.take();
    let (old, _listening, mut frames) = legacy(&service);
    let ask = |method: &str, uri: &str| {
        let message =
            json!({"jsonrpc": "2.0", "id": uri, "method": method, "params": {"uri": uri}});
        match old.receive(message.to_string().into_bytes()) {
            Answer::Now(answer) => serde_json::from_slice::<Value>(&answer).expect("JSON"),
            other => panic!("{other:?}"),
        }
    };
    handle.resource_updated("file:///manual");
    let updated = |meta: Option<Value>| {
        let mut params = json!({"uri": "file:///manual"});
        if let Some(meta) = meta {
            params["_meta"] = meta;
        }
        json!({"jsonrpc": "2.0", "method": "notifications/resources/updated", "params": params})
    };
    let tagged = json!({"io.modelcontextprotocol/subscriptionId": 7});
    assert_eq!(modern.take(), [updated(Some(tagged))]);
    assert_eq!(all(&mut frames), [] as [Value; 0], "it has not subscribed");
    assert_eq!(
        ask("resources/subscribe", "file:///manual")["result"],
        json!({})
    );
    assert_eq!(
        ask("resources/subscribe", "file:///none")["error"]["code"],
        -32002
    );
    handle.resource_updated("file:///manual");
    handle.resource_updated("file:///other");
    assert_eq!(all(&mut frames), [updated(None)]);
    assert_eq!(
        ask("resources/unsubscribe", "file:///manual")["result"],
        json!({})
    );
    handle.resource_updated("file:///manual");
    handle.add(mcp::resources![news]).expect("a new URI");
    sleep(Duration::from_millis(101)).await;
    let told = all(&mut frames);
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0]["method"], "notifications/resources/list_changed");
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_read_hears_the_sum_of_it_later() {
    let (service, handle) = service();
    let filter = json!({"resourceSubscriptions": ["file:///manual"], "toolsListChanged": true});
    let mut lazy = Listener::open(&service, "1", &filter);
    for _ in 0..1000 {
        handle.resource_updated("file:///manual");
    }
    handle.add(dynamic("x")).expect("a new name");
    sleep(Duration::from_secs(1)).await;
    let first = lazy.take();
    assert!(first.len() <= 17, "{}", first.len());
    let rest = lazy.soon().await;
    let methods: Vec<_> = rest.iter().map(|one| &one["method"]).collect();
    assert_eq!(
        methods,
        [
            "notifications/tools/list_changed",
            "notifications/resources/updated"
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn a_subscription_ends_when_it_is_cancelled_and_when_the_server_ends_it() {
    let (service, handle) = service();
    let filter = json!({"toolsListChanged": true});
    let mut cancelled = Listener::open(&service, "1", &filter);
    let cancel =
        br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    let _ = cancelled.connection.receive(cancel.to_vec());
    assert_eq!((&mut cancelled.answer).await.expect("no panic"), None);
    cancelled.take();
    handle.add(dynamic("x")).expect("a new name");
    assert_eq!(cancelled.soon().await, [] as [Value; 0]);
    assert_eq!(cancelled.connection.in_flight(), 0);

    let mut ended = Listener::open(&service, "2", &filter);
    ended.take();
    ended.connection.end_subscriptions();
    let answer = (&mut ended.answer)
        .await
        .expect("no panic")
        .expect("an answer");
    let answer: Value = serde_json::from_slice(&answer).expect("JSON");
    assert_eq!(answer["id"], 2);
    assert_eq!(answer["result"]["resultType"], "complete");
    let meta = &answer["result"]["_meta"];
    assert_eq!(meta["io.modelcontextprotocol/subscriptionId"], 2);
    assert_eq!(
        meta["io.modelcontextprotocol/serverInfo"]["name"],
        "changing"
    );
    let before = ended.take();
    assert_eq!(before[0]["method"], "notifications/cancelled");
    assert_eq!(before[0]["params"]["requestId"], 2);
    handle.add(dynamic("y")).expect("a new name");
    assert_eq!(ended.soon().await, [] as [Value; 0]);
}

#[tokio::test]
async fn a_faulty_subscription_is_told_what_is_wrong() {
    let (service, _handle) = service();
    let client = service.test_client();
    let error = client.request("subscriptions/listen", ()).await;
    assert_eq!(error.error().expect("no filter")["code"], -32602);
    for filter in [
        json!({"toolsListChanged": "yes"}),
        json!([]),
        json!(null),
        json!(5),
    ] {
        let params = json!({"notifications": filter});
        let error = client.request("subscriptions/listen", params).await;
        assert_eq!(error.error().expect("a bad filter")["code"], -32602);
    }
    let old = client.speaking(ProtocolVersion::LATEST_LEGACY);
    let error = old
        .request("subscriptions/listen", json!({"notifications": {}}))
        .await;
    assert_eq!(error.error().expect("not theirs")["code"], -32601);
    let error = client
        .request("resources/subscribe", json!({"uri": "file:///manual"}))
        .await;
    assert_eq!(error.error().expect("not theirs")["code"], -32601);
    // a way out is needed
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{{"_meta":{META},"notifications":{{}}}}}}"#
    );
    let Answer::Now(answer) = service.connect().receive(message.into_bytes()) else {
        panic!("no answer");
    };
    assert!(String::from_utf8_lossy(&answer).contains("no way to this client"));
}
