//! Two processes behind one address, which give each other nothing: requests go to the one, then the other.

use crate::peer::{Request, Response, Site};
use crate::programs::programs;
use crate::proxy::Proxy;
use crate::scripts::{Peer, Script};
use crate::served::Served;
use serde_json::json;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

/// The table of calls of the quickstart.
const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/interop/calls/quickstart.json");

/// Runs official clients, each in its modes, against what is behind the proxy.
fn check(proxy: &Proxy, clients: &[(Peer, &'static str, &[&str])]) {
    let url = format!("http://{}/mcp", proxy.address);
    for &(peer, file, modes) in clients {
        let script = Script { peer, file };
        for mode in modes {
            match script.run(mode, Path::new(TABLE), OsStr::new(&url), "{}") {
                Ok(checks) => eprintln!("{file} {mode} behind a proxy: {checks} checks"),
                Err(missing) => return missing.pass_or_panic(),
            }
        }
    }
}

/// Two processes of the quickstart and the proxy before them; `None` without a proxy.
fn pair(name: &str) -> Option<(Proxy, [Served; 2])> {
    let start = || {
        let mut command = Command::new(&programs()["quickstart"]);
        command.args(["--http-port", "0"]);
        Served::start(command.env_remove("MCP_AUTH_TOKEN"))
    };
    let servers = [start(), start()];
    match Proxy::start(name, &[servers[0].address(), servers[1].address()]) {
        Ok(proxy) => Some((proxy, servers)),
        Err(missing) => {
            missing.pass_or_panic();
            None
        }
    }
}

fn served_by(answer: &Response) -> String {
    answer
        .header("x-served-by")
        .expect("the proxy tells")
        .into()
}

#[tokio::test]
async fn a_modern_client_is_served_by_whichever_process_its_request_reaches() {
    let Some((proxy, _servers)) = pair("modern") else {
        return;
    };
    let mut served = BTreeSet::new();
    for a in 0..6 {
        let call = Request::call("add", json!({"a": a, "b": 1}));
        let answer = call.send(proxy.address).await;
        let sum = &answer.json()["result"]["structuredContent"];
        assert_eq!(sum, a + 1, "{answer:?}");
        served.insert(served_by(&answer));
    }
    assert_eq!(served.len(), 2, "{served:?}");
}

#[test]
fn the_official_modern_clients_are_served_by_both() {
    let Some((proxy, _servers)) = pair("clients") else {
        return;
    };
    check(
        &proxy,
        &[
            (Peer::Node, "new_line.mjs", &["modern", "auto"]),
            (Peer::PythonNewLine, "new_line.py", &["modern", "auto"]),
        ],
    );
}

#[tokio::test]
async fn an_older_client_that_reaches_the_other_process_is_told_which_setting_helps() {
    let Some((proxy, _servers)) = pair("sessions") else {
        return;
    };
    let initialize = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "probe", "version": "0"},
    }});
    let begun = Request::post(&initialize).send(proxy.address).await;
    assert_eq!(begun.status, 200, "{begun:?}");
    let session = begun
        .header("mcp-session-id")
        .expect("a session")
        .to_owned();
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    let list = Request::post(&list).header("Mcp-Session-Id", &session);
    let answer = list.send(proxy.address).await;
    assert_ne!(served_by(&begun), served_by(&answer));
    assert_eq!(answer.status, 404, "{answer:?}");
    assert!(answer.body.contains("legacy_stateless"), "{answer:?}");
}

/// The tool of the quickstart.
#[mcp::tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

#[tokio::test(flavor = "multi_thread")]
async fn the_official_older_clients_are_served_by_both_where_no_sessions_are_kept() {
    let start = async || {
        let server = mcp::Server::new("pair", "1.0.0").tools(mcp::tools![add]);
        let service = server.into_http_service().expect("a server");
        Site::start(service.legacy_stateless()).await
    };
    let sites = [start().await, start().await];
    let proxy = match Proxy::start("no-sessions", &[sites[0].address, sites[1].address]) {
        Ok(proxy) => proxy,
        Err(missing) => return missing.pass_or_panic(),
    };
    // The clients are waited for, and the services are to go on meanwhile.
    let clients = tokio::task::spawn_blocking(move || {
        check(
            &proxy,
            &[
                (Peer::Node, "old_line.mjs", &["legacy"]),
                (Peer::Node, "new_line.mjs", &["legacy"]),
                (Peer::PythonOldLine, "old_line.py", &["legacy"]),
                (Peer::PythonNewLine, "new_line.py", &["legacy"]),
            ],
        );
    });
    clients.await.expect("the clients are content");
    for site in sites {
        site.stop().await;
    }
}
