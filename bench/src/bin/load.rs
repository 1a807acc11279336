//! What a server over HTTP holds and how quickly it answers while clients behave badly:
//! `cargo run --release --bin load` in this folder.
//!
//! Starts itself once more as the server, so that memory is the server's alone, and prints a table:
//! resident memory before, at its height and afterwards, and how long calls of a well-behaved client
//! take meanwhile. Memory is read from `/proc`, so it runs on Linux alone.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::sleep;

/// Sessions that are begun and left.
const SESSIONS: usize = 10_000;
/// Streams that are open at once, and in how many sessions.
const STREAMS: usize = 1_000;
const STREAM_SESSIONS: usize = 50;
/// Connections that send a byte a second.
const SLOW: usize = 100;
/// Calls whose time is taken.
const CALLS: usize = 5_000;
/// When a session has lain idle for long enough.
const IDLE: Duration = Duration::from_secs(8);

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Adds two integers.
#[mcp::tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Another one, to come and go.
#[mcp::tool(unlisted)]
fn another() {}

/// Changes the list of tools.
#[mcp::tool]
fn change(handle: &mcp::server::Handle) -> std::result::Result<(), mcp::server::ChangeError> {
    handle.add(mcp::tools![another])
}

fn main() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    match std::env::args().nth(1).as_deref() {
        Some("serve") => runtime.block_on(serve()),
        _ => runtime.block_on(measure()),
    }
}

async fn serve() -> Result<()> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?.port());
    let server = mcp::Server::new("load", "1.0.0").tools(mcp::tools![add, change]);
    let handle = server.handle();
    server
        .state(handle)
        .into_http_service()?
        .max_sessions(2 * SESSIONS, IDLE)
        .serve(listener, std::future::pending())
        .await?;
    Ok(())
}

/// The server, in a process of its own.
struct Served {
    process: Child,
    port: u16,
}

impl Served {
    fn start() -> Result<Self> {
        let mut process = Command::new(std::env::current_exe()?)
            .arg("serve")
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let output = process.stdout.take().ok_or("no output")?;
        BufReader::new(output).read_line(&mut line)?;
        let port = line.trim().parse()?;
        Ok(Served { process, port })
    }

    /// Resident memory, in MiB.
    fn memory(&self) -> f64 {
        let status = format!("/proc/{}/status", self.process.id());
        let status = std::fs::read_to_string(status).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
        kib.unwrap_or_default() / 1024.0
    }

    async fn connect(&self) -> Result<TcpStream> {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A request with a body, on a connection that stays open.
fn post(headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
    )
}

fn initialize() -> String {
    post(
        "",
        r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"load","version":"1"}}}"#,
    )
}

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

fn call() -> String {
    call_of("add", r#"{"a":1,"b":2}"#)
}

fn call_of(tool: &str, arguments: &str) -> String {
    let headers = format!(
        "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: {tool}\r\n"
    );
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments},{META}}}}}"#
    );
    post(&headers, &body)
}

fn listen() -> String {
    let headers = "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: subscriptions/listen\r\n";
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{{"notifications":{{"toolsListChanged":true}},{META}}}}}"#
    );
    post(headers, &body)
}

/// Waits for the news of a change.
async fn hear(mut stream: TcpStream) -> Result<TcpStream> {
    let mut seen = Vec::new();
    let mut part = [0; 4096];
    loop {
        let length = stream.read(&mut part).await?;
        if length == 0 {
            return Err("the server hung up".into());
        }
        seen.extend_from_slice(&part[..length]);
        if String::from_utf8_lossy(&seen).contains("tools/list_changed") {
            return Ok(stream);
        }
    }
}

/// Sends a request and reads its whole answer, whose length is told.
async fn ask(stream: &mut TcpStream, request: &str) -> Result<String> {
    stream.write_all(request.as_bytes()).await?;
    let mut seen = Vec::new();
    loop {
        let mut part = [0; 4096];
        let length = stream.read(&mut part).await?;
        if length == 0 {
            return Err("the server hung up".into());
        }
        seen.extend_from_slice(&part[..length]);
        let text = String::from_utf8_lossy(&seen).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let head = head.to_ascii_lowercase();
        let told = head.split("content-length: ").nth(1);
        let told = told.and_then(|rest| rest.lines().next()?.parse::<usize>().ok());
        if told.is_none_or(|told| body.len() >= told) {
            return match head.starts_with("http/1.1 2") {
                true => Ok(text),
                false => Err(text.into()),
            };
        }
    }
}

/// Begins a session and gives its id.
async fn begin(stream: &mut TcpStream) -> Result<String> {
    let answer = ask(stream, &initialize()).await?;
    let id = answer
        .lines()
        .find_map(|line| line.strip_prefix("mcp-session-id: "));
    Ok(id.ok_or("no session")?.to_owned())
}

/// How long calls take, at the median and for all but one in a hundred.
async fn calls(served: &Served) -> Result<String> {
    let mut stream = served.connect().await?;
    let request = call();
    let mut times = Vec::with_capacity(CALLS);
    for _ in 0..CALLS {
        let begin = Instant::now();
        ask(&mut stream, &request).await?;
        times.push(begin.elapsed());
    }
    times.sort();
    let (half, most) = (times[CALLS / 2], times[CALLS * 99 / 100]);
    Ok(format!("p50 {half:>8.1?}, p99 {most:>8.1?}"))
}

async fn begin_and_leave(served: &Served) -> Result<()> {
    let mut left = JoinSet::new();
    for _ in 0..20 {
        let mut stream = served.connect().await?;
        left.spawn(async move {
            for _ in 0..SESSIONS / 20 {
                begin(&mut stream).await?;
            }
            Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
        });
    }
    while let Some(done) = left.join_next().await {
        done??;
    }
    Ok(())
}

async fn measure() -> Result<()> {
    let served = Served::start()?;
    println!("{:<44} {:>8} {}", "", "MiB", "calls meanwhile");
    let row = |what: &str, calls: &str| println!("{what:<44} {:>8.1} {calls}", served.memory());
    calls(&served).await?;
    row("at first, after some calls", &calls(&served).await?);

    for round in ["", "again "] {
        let begin = Instant::now();
        begin_and_leave(&served).await?;
        let took = begin.elapsed().as_secs_f64();
        let what = format!("{round}{SESSIONS} sessions begun in {took:.1} s and left");
        row(&what, &calls(&served).await?);
        // The least that a session lies idle, and the time until somebody looks.
        sleep(IDLE + IDLE / 2).await;
        row("when they have expired", &calls(&served).await?);
    }

    let mut streams = Vec::new();
    for _ in 0..STREAM_SESSIONS {
        let id = begin(&mut served.connect().await?).await?;
        for _ in 0..STREAMS / STREAM_SESSIONS {
            let mut stream = served.connect().await?;
            let get = format!(
                "GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\
                 Mcp-Session-Id: {id}\r\n\r\n"
            );
            ask(&mut stream, &get).await?;
            streams.push(stream);
        }
    }
    row(&format!("{STREAMS} streams open"), &calls(&served).await?);
    drop(streams);
    sleep(IDLE + IDLE / 2).await;
    row("when they are closed and expired", &calls(&served).await?);

    let mut listeners = Vec::new();
    for _ in 0..STREAMS {
        let mut stream = served.connect().await?;
        ask(&mut stream, &listen()).await?;
        listeners.push(stream);
    }
    row(
        &format!("{STREAMS} subscriptions listen"),
        &calls(&served).await?,
    );
    let begin = Instant::now();
    let mut hearing = JoinSet::new();
    for stream in listeners {
        hearing.spawn(hear(stream));
    }
    ask(&mut served.connect().await?, &call_of("change", "{}")).await?;
    let mut listeners = Vec::new();
    while let Some(heard) = hearing.join_next().await {
        listeners.push(heard??);
    }
    let took = begin.elapsed().as_secs_f64();
    row(
        &format!("a change told to all of them in {took:.2} s"),
        &calls(&served).await?,
    );
    drop(listeners);
    sleep(Duration::from_secs(1)).await;
    row("when they are closed", &calls(&served).await?);

    let mut slow = JoinSet::new();
    for _ in 0..SLOW {
        let mut stream = served.connect().await?;
        slow.spawn(async move {
            for byte in call().into_bytes() {
                if stream.write_all(&[byte]).await.is_err() {
                    return;
                }
                sleep(Duration::from_secs(1)).await;
            }
        });
    }
    sleep(Duration::from_secs(3)).await;
    row(
        &format!("{SLOW} connections send a byte a second"),
        &calls(&served).await?,
    );
    slow.shutdown().await;
    Ok(())
}
