//! Tests of what calls send before their answers, with a real server over streams in memory.
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::convert::Infallible;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex, split};

use crate::{Context, ObjectSchema, Server, Tool};

/// Reports 200 times in four seconds, each time ten kilobytes.
async fn flood(ctx: Context) -> Result<&'static str, Infallible> {
    for done in 1..=200 {
        ctx.progress(done, 200, "x".repeat(10_000));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok("flooded")
}

/// Reports twice and is done.
async fn at_once(ctx: Context) -> Result<(), Infallible> {
    ctx.progress(1, 2, None);
    ctx.progress(2, 2, None);
    Ok(())
}

fn start(capacity: usize) -> BufReader<DuplexStream> {
    let nothing = ObjectSchema::new;
    let service = Server::new("demo", "1.0.0")
        .tool(Tool::dynamic("flood", "", nothing(), |_, ctx| flood(ctx)))
        .tool(Tool::dynamic("at_once", "", nothing(), |_, ctx| {
            at_once(ctx)
        }))
        .build()
        .unwrap();
    let (near, far) = duplex(capacity);
    tokio::spawn(async move {
        let (reader, writer) = split(far);
        super::serve(&service, reader, writer).await
    });
    BufReader::new(near)
}

fn call(id: i64, tool: &str) -> Vec<u8> {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "progressToken": id,
    });
    let params = json!({"name": tool, "arguments": {}, "_meta": meta});
    let request = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
    format!("{request}\n").into_bytes()
}

async fn line(client: &mut BufReader<DuplexStream>) -> Value {
    let mut line = String::new();
    client.read_line(&mut line).await.unwrap();
    serde_json::from_str(&line).unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_ready_where_it_was_read_has_its_progress_out_first() {
    let mut client = start(1 << 16);
    let calls: Vec<u8> = (1..=3).flat_map(|id| call(id, "at_once")).collect();
    client.write_all(&calls).await.unwrap();
    for id in 1..=3 {
        for step in 1..=2 {
            assert_eq!(
                line(&mut client).await["params"],
                json!({"progressToken": id, "progress": step, "total": 2})
            );
        }
        assert_eq!(line(&mut client).await["id"], id);
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_read_is_not_buried() {
    let mut client = start(1024);
    client.write_all(&call(1, "flood")).await.unwrap();
    tokio::time::sleep(Duration::from_secs(60)).await;
    let mut numbers = Vec::new();
    let answer = loop {
        let line = line(&mut client).await;
        match line["params"]["progress"].as_i64() {
            Some(number) => numbers.push(number),
            None => break line,
        }
    };
    assert_eq!(answer["id"], 1);
    // 64 KiB of ten kilobytes each, the one that was under way, and the last
    assert!(numbers.len() <= 9, "{numbers:?}");
    assert_eq!((numbers[0], numbers[numbers.len() - 1]), (1, 200));
}

#[tokio::test(start_paused = true)]
async fn a_client_that_reads_again_hears_of_the_newest() {
    let mut client = start(1024);
    client.write_all(&call(1, "flood")).await.unwrap();
    tokio::time::sleep(Duration::from_secs(2)).await;
    let mut numbers = vec![0];
    while numbers[numbers.len() - 1] < 200 {
        let report = line(&mut client).await;
        numbers.push(report["params"]["progress"].as_i64().unwrap());
    }
    assert_eq!(line(&mut client).await["id"], 1);
    assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
    let stale = numbers.iter().filter(|&&number| (10..90).contains(&number));
    assert_eq!(stale.count(), 0, "{numbers:?}");
    assert!(numbers.len() > 50, "{numbers:?}");
}
