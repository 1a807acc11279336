//! Every example, run as its client would run it: the calls of its table in both eras, over its standard streams.
//!
//! The same tables of calls drive the official clients in `interop/`; this needs Rust alone. Tables of other
//! requests (prompts, resources, completion) are in `interop/requests/`.

#[path = "support/programs.rs"]
mod programs;

use programs::programs;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// The answers of a program to some lines, by id; the program has ended well.
fn answers(program: &Path, lines: &[Value]) -> BTreeMap<i64, Value> {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = child.stdin.take().expect("a pipe");
    for line in lines {
        writeln!(input, "{line}").expect("the program reads");
    }
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    assert!(
        output.status.success(),
        "{}: {}",
        program.display(),
        output.status
    );
    String::from_utf8(output.stdout)
        .expect("text")
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("one answer a line"))
        // Notifications come in between.
        .filter(|message| message.get("method").is_none())
        .map(|answer| (answer["id"].as_i64().expect("our ids"), answer))
        .collect()
}

/// The calls of an example that a client with no abilities of its own can make.
fn calls(example: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("interop/calls")
        .join(example);
    let text = fs::read(path.with_extension("json")).expect("a table");
    let mut calls: Vec<Value> = serde_json::from_slice(&text).expect("a table in JSON");
    calls.retain(|call| call.get("needs").is_none());
    calls
}

/// Compares a result with what its row expects of clients of `era`.
fn check(example: &str, era: &str, call: &Value, answer: &Value) {
    let place = format!("{example}, {era}: {call} gave {answer}");
    let result = &answer["result"];
    assert!(result.is_object(), "{place}");
    if let Some(text) = call.get("text") {
        assert_eq!(&result["content"][0]["text"], text, "{place}");
    }
    if let Some(content) = call.get("content") {
        assert_eq!(&result["content"], content, "{place}");
    }
    let structured = call.get("structured").and_then(|forms| forms.get(era));
    assert!(same(result.get("structuredContent"), structured), "{place}");
    let is_error = call
        .get("isError")
        .and_then(Value::as_bool)
        .unwrap_or(false);
    assert_eq!(result.get("isError").is_some(), is_error, "{place}");
}

/// Equal as JSON: `100` and `100.0` are one number.
fn same(left: Option<&Value>, right: Option<&Value>) -> bool {
    left.map(plain) == right.map(plain)
}

/// The value with every number a float.
fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| (key.clone(), plain(value)))
            .collect(),
        other => other.clone(),
    }
}

fn run(era: &str, before: &[Value], meta: Option<&Value>) {
    for (example, program) in programs() {
        let calls = calls(example);
        assert!(!calls.is_empty(), "{example}");
        let requests = (1..).zip(&calls).map(|(id, call)| {
            let mut params = json!({"name": call["tool"], "arguments": call["arguments"]});
            if let Some(meta) = meta {
                params["_meta"] = meta.clone();
            }
            json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
        });
        let lines: Vec<Value> = before.iter().cloned().chain(requests).collect();
        let answers = answers(program, &lines);
        for (id, call) in (1..).zip(&calls) {
            check(example, era, call, &answers[&id]);
        }
    }
}

/// Requests of other methods, numbered from 1, for the examples that have some.
fn requests(example: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("interop/requests")
        .join(example);
    match fs::read(path.with_extension("json")) {
        Ok(text) => serde_json::from_slice(&text).expect("a table in JSON"),
        Err(_) => Vec::new(),
    }
}

/// Whether everything that `part` says is in `whole`; lists are the same in length.
fn holds(whole: &Value, part: &Value) -> bool {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => part
            .iter()
            .all(|(key, part)| whole.get(key).is_some_and(|whole| holds(whole, part))),
        (Value::Array(whole), Value::Array(part)) => {
            whole.len() == part.len()
                && whole
                    .iter()
                    .zip(part)
                    .all(|(whole, part)| holds(whole, part))
        }
        (whole, part) => whole == part,
    }
}

fn ask(before: &[Value], meta: Option<&Value>) {
    let mut asked = 0;
    for (example, program) in programs() {
        let table = requests(example);
        let lines = (1..).zip(&table).map(|(id, row)| {
            let mut params = row["params"].clone();
            if let Some(meta) = meta {
                params["_meta"] = meta.clone();
            }
            json!({"jsonrpc": "2.0", "id": id, "method": row["method"], "params": params})
        });
        let lines: Vec<Value> = before.iter().cloned().chain(lines).collect();
        let answers = answers(program, &lines);
        for (id, row) in (1..).zip(&table) {
            let answer = &answers[&id];
            assert!(
                holds(answer, &row["answer"]),
                "{example}: {row} gave {answer}"
            );
            asked += 1;
        }
    }
    assert!(asked > 0, "no example has other requests");
}

#[test]
fn a_modern_client_uses_all_of_every_example() {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    run("modern", &[], Some(&meta));
    ask(&[], Some(&meta));
}

#[test]
fn a_legacy_client_uses_all_of_every_example() {
    let handshake = [
        json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "probe", "version": "0"},
        }}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
    ];
    run("legacy", &handshake, None);
    ask(&handshake, None);
}
