//! Real programs as servers: their environment, their stderr, their end.

#![cfg(unix)]

use mcp::Era;
use mcp::client::{Client, ClientError, Program};
use serde_json::json;
use std::path::Path;
use std::time::{Duration, Instant};

/// The server program of the stdio tests.
fn fixture() -> Program {
    Program::new(env!("CARGO_BIN_EXE_stdio-fixture"))
}

/// A server in the shell: what follows is run after a handshake, with `$line` the first request.
fn script(after: &str) -> Program {
    let hello = r#"read line
echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"sh","version":"1"}}}'
read line
"#;
    Program::new("sh").args(["-c", &format!("{hello}{after}")])
}

fn answer(id: u32) -> String {
    format!(r#"echo '{{"jsonrpc":"2.0","id":{id},"result":{{"content":[]}}}}'"#)
}

async fn connect(program: Program) -> Client {
    Client::stdio(program)
        .prefer(Era::Legacy)
        .await
        .expect("a connection")
}

fn is_alive(pid: u32) -> bool {
    Path::new(&format!("/proc/{pid}")).exists()
}

/// Whether a process is there and no zombie.
fn runs(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !stat.is_empty() && !stat.contains(") Z ")
}

#[tokio::test]
async fn a_program_is_a_server_of_either_era() {
    let client = Client::stdio(fixture()).await.expect("a connection");
    assert_eq!(client.era(), Era::Modern);
    let echo = client
        .call("echo", json!({"text": "hi"}))
        .await
        .expect("a result");
    assert_eq!(echo.text(), "hi");
    client.close().await;
    let client = connect(fixture()).await;
    let echo = client
        .call("echo", json!({"text": "hi"}))
        .await
        .expect("a result");
    assert_eq!(echo.text(), "hi");
}

#[tokio::test]
async fn a_program_that_is_not_there_is_told_by_name() {
    let error = Client::connect("stdio:no-such-program-here --x")
        .await
        .expect_err("none");
    assert!(matches!(error, ClientError::Start { .. }), "{error}");
    assert!(
        error
            .to_string()
            .starts_with("`no-such-program-here` cannot be started")
    );
    for target in ["", "stdio:", "stdio:'a"] {
        let error = Client::connect(target).await.expect_err("no target");
        assert!(matches!(error, ClientError::Target(_)), "{target}: {error}");
    }
}

#[tokio::test]
async fn a_probe_that_ends_the_program_is_followed_by_a_new_one() {
    // dies of anything but `initialize`
    let program = Program::new("sh").args([
        "-c",
        r#"read line
case "$line" in *initialize*) ;; *) exit 3;; esac
echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2024-11-05","capabilities":{},"serverInfo":{"name":"old","version":"1"}}}'
read line; read line"#,
    ]);
    let client = Client::stdio(program).await.expect("a connection");
    assert_eq!(client.server_info().name, "old");
    assert_eq!(client.era(), Era::Legacy);
}

#[tokio::test]
async fn a_program_that_ends_at_once_says_why() {
    let program = Program::new("sh").args(["-c", "echo 'no license' >&2; exit 7"]);
    let error = Client::stdio(program).await.expect_err("it ends");
    let text = error.to_string();
    assert!(text.contains("exit status: 7"), "{text}");
    assert!(text.contains("no license"), "{text}");
}

#[tokio::test]
async fn a_mebibyte_of_stderr_before_each_answer_holds_up_nothing() {
    let flood = "head -c 1048576 /dev/zero | tr '\\0' 'x' >&2\n";
    let script = script(&format!(
        "read line\n{flood}{}\nread line\n{flood}echo last words >&2\n{}\nread line",
        answer(2),
        answer(3)
    ));
    let client = connect(script).await;
    let _ = client.call("a", ()).await.expect("an answer");
    let _ = client.call("b", ()).await.expect("an answer");
    client.close().await;
}

#[tokio::test]
async fn a_child_that_ends_in_mid_call_ends_the_call_with_its_status_and_last_words() {
    let client = connect(script("read line\necho 'out of memory' >&2\nexit 9")).await;
    let began = Instant::now();
    let error = client.call("a", ()).await.expect_err("it ends");
    assert!(
        began.elapsed() < Duration::from_secs(2),
        "{:?}",
        began.elapsed()
    );
    let ClientError::Closed(closed) = &error else {
        panic!("{error}");
    };
    assert_eq!(closed.exit.and_then(|exit| exit.code()), Some(9));
    assert!(
        closed
            .stderr
            .as_deref()
            .unwrap_or_default()
            .contains("out of memory")
    );
    assert_eq!(
        error.to_string(),
        "the connection was closed by the server (exit status: 9); its last words: out of memory"
    );
    let later = client.call("b", ()).await.expect_err("it has ended");
    assert_eq!(later.to_string(), error.to_string());
}

#[tokio::test]
async fn a_child_is_started_again_where_the_policy_says_so() {
    let script = script(&format!("read line\n{}\nexit 0", answer(2)));
    let client = Client::stdio(script)
        .prefer(Era::Legacy)
        .restarts(1)
        .await
        .expect("a connection");
    let _ = client.call("a", ()).await.expect("an answer");
    let ended = async || {
        while client.closed().is_none() {
            tokio::task::yield_now().await;
        }
    };
    ended().await;
    let _ = client
        .call("b", ())
        .await
        .expect("an answer of the second child");
    ended().await;
    let error = client
        .call("c", ())
        .await
        .expect_err("one restart was allowed");
    assert!(matches!(error, ClientError::Closed(_)), "{error}");
}

#[tokio::test]
async fn what_a_child_has_started_goes_with_it_at_close_and_at_drop() {
    for by_close in [true, false] {
        let folder =
            std::env::temp_dir().join(format!("mcp-child-{}-{by_close}", std::process::id()));
        let file = folder.with_extension("pids");
        let shown = file.display().to_string();
        // a grandchild that outlives its parent's input, and a parent that does not listen
        let script = script(&format!(
            "trap '' TERM\nsleep 1000 &\necho $$ $! > {shown}.new; mv {shown}.new {shown}\nread line\n{}\nwhile :; do sleep 1000; done",
            answer(2)
        ));
        let client = connect(script).await;
        let _ = client.call("a", ()).await.expect("an answer");
        let pids: Vec<u32> = std::fs::read_to_string(&file)
            .expect("the script wrote it")
            .split_whitespace()
            .map(|pid| pid.parse().expect("a number"))
            .collect();
        std::fs::remove_file(&file).expect("ours");
        assert!(pids.iter().all(|pid| runs(*pid)), "{pids:?}");
        let began = Instant::now();
        match by_close {
            true => client.close().await,
            false => drop(client),
        }
        let end = began + Duration::from_secs(10);
        while pids.iter().any(|pid| runs(*pid)) && Instant::now() < end {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert!(!pids.iter().any(|pid| runs(*pid)), "left behind");
        assert!(!is_alive(pids[0]), "a zombie");
    }
}

#[test]
fn a_runtime_that_ends_takes_the_child_with_it() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let file = std::env::temp_dir().join(format!("mcp-child-{}-runtime", std::process::id()));
    let shown = file.display().to_string();
    let script = script(&format!(
        "echo $$ > {shown}.new; mv {shown}.new {shown}\nread line\n{}\nwhile :; do sleep 1000; done",
        answer(2)
    ));
    let client = runtime.block_on(async {
        let client = connect(script).await;
        let _ = client.call("a", ()).await.expect("an answer");
        client
    });
    let pid: u32 = std::fs::read_to_string(&file)
        .expect("written")
        .trim()
        .parse()
        .expect("a number");
    std::fs::remove_file(&file).expect("ours");
    assert!(runs(pid));
    drop(runtime);
    assert!(!is_alive(pid), "left behind");
    drop(client);
}

#[tokio::test]
async fn only_what_programs_need_is_passed_on() {
    let dump = r#"read line; env > "$OUT.new"; mv "$OUT.new" "$OUT"; "#;
    let file = std::env::temp_dir().join(format!("mcp-env-{}", std::process::id()));
    let program = script(&format!("{dump}{}\nread line", answer(2)))
        .env("OUT", &file)
        .env("WITH SPACE", "a \"b\" 'c'")
        .current_dir("/");
    let client = connect(program).await;
    let _ = client.call("a", ()).await.expect("an answer");
    let environment = std::fs::read_to_string(&file).expect("written");
    std::fs::remove_file(&file).expect("ours");
    assert!(environment.lines().any(|line| line.starts_with("PATH=")));
    assert!(
        environment.lines().any(|line| line == "PWD=/"),
        "{environment}"
    );
    // cargo sets many for this test
    assert!(!environment.contains("CARGO"), "{environment}");
}
