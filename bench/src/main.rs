//! Time of one call without a transport: `cargo run --release` in this folder.
//!
//! Prints nanoseconds per call, the median of several rounds. Comparisons with other libraries and over real streams are
//! still to be written.

use mcp::server::Service;
use std::time::Instant;

/// Calls in one round.
const CALLS: u32 = 20_000;
/// Rounds, of which the middle one counts.
const ROUNDS: usize = 15;

/// Adds two integers.
#[mcp::tool(inline)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Gives its argument back.
#[mcp::tool(inline)]
fn echo(text: &str) -> String {
    text.to_owned()
}

fn request(tool: &str, arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
    )
}

fn measure(runtime: &tokio::runtime::Runtime, service: &Service, name: &str, request: &str) {
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            runtime.block_on(async {
                for _ in 0..CALLS {
                    let answer = service.handle(request).await.expect("an answer");
                    assert!(answer.len() > 40);
                }
            });
            start.elapsed().as_nanos() as f64 / f64::from(CALLS)
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    eprintln!("{name}: {:.0} ns per call", rounds[ROUNDS / 2]);
}

fn main() {
    let service = mcp::server!().build().expect("a sound server");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    measure(
        &runtime,
        &service,
        "add",
        &request("add", r#"{"a":1,"b":2}"#),
    );
    let text = "x".repeat(64 * 1024);
    let echo = request("echo", &format!(r#"{{"text":"{text}"}}"#));
    measure(&runtime, &service, "echo of 64 KiB", &echo);
}
