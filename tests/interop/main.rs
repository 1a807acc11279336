//! The official clients of other languages list and call every tool of the examples, over stdio and over HTTP.
//!
//! What is expected stands in `calls/<example>.json`, one row a call, or a tool with what it `needs` of a client and these
//! have not; the clients are scripts in `node/` and
//! `python/`. `tests/interop/install` brings the clients; without them these tests pass and say why, unless
//! `MCP_TESTS_REQUIRED=1`. Knows nothing of the protocol itself.

#[path = "../support/peers.rs"]
mod installed;
mod over_http;
mod peers;
#[path = "../support/programs.rs"]
mod programs;
#[path = "../support/served.rs"]
mod served;

use peers::{Peer, Script};
use programs::programs;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const TYPESCRIPT_NEW_LINE: Script = Script {
    peer: Peer::Node,
    file: "new_line.mjs",
};
const TYPESCRIPT_OLD_LINE: Script = Script {
    peer: Peer::Node,
    file: "old_line.mjs",
};
const PYTHON_NEW_LINE: Script = Script {
    peer: Peer::PythonNewLine,
    file: "new_line.py",
};
const PYTHON_OLD_LINE: Script = Script {
    peer: Peer::PythonOldLine,
    file: "old_line.py",
};
/// No client of the SDK, but its models of each revision's messages.
const PYTHON_WIRE: Script = Script {
    peer: Peer::PythonNewLine,
    file: "wire.py",
};

/// Where the tables of expected calls are.
const CALLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/interop/calls");

fn table(example: &str) -> PathBuf {
    Path::new(CALLS).join(example).with_extension("json")
}

/// The names of the tools in a list of objects, such as a table or the answer to `tools/list`.
fn tools(list: &Value, key: &str) -> BTreeSet<String> {
    let entries = list.as_array().expect("a list").iter();
    entries
        .map(|entry| entry[key].as_str().expect("a name").to_owned())
        .collect()
}

/// Runs a script in one of its modes against every example.
fn check(script: &Script, mode: &str) {
    for (example, program) in programs() {
        match script.run(mode, &table(example), program.as_os_str(), "{}") {
            Ok(checks) => eprintln!("{} {mode} {example}: {checks} checks", script.file),
            Err(missing) => return missing.pass_or_panic(),
        }
    }
}

#[test]
fn every_example_has_a_table_and_every_table_an_example() {
    let files = Path::new(CALLS)
        .read_dir()
        .expect("the folder of the tables");
    let tables: BTreeSet<String> = files
        .map(|file| {
            file.expect("an entry")
                .path()
                .file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    let alone = programs().keys().map(String::as_str);
    let examples: BTreeSet<String> = alone
        .chain(over_http::EXAMPLES)
        .map(str::to_owned)
        .collect();
    assert_eq!(tables, examples);
}

#[test]
fn every_tool_of_an_example_has_a_call() {
    for (example, program) in programs() {
        let output = Command::new(program)
            .arg("--mcp-tools")
            .output()
            .expect("the program runs");
        let listed: Value = serde_json::from_slice(&output.stdout).expect("the list as JSON");
        let text = fs::read(table(example)).expect("a table");
        let calls = serde_json::from_slice(&text).expect("a table in JSON");
        assert_eq!(
            tools(&calls, "tool"),
            tools(&listed["tools"], "name"),
            "{example}"
        );
    }
}

#[test]
fn typescript_new_line_as_a_legacy_client() {
    check(&TYPESCRIPT_NEW_LINE, "legacy");
}

#[test]
fn typescript_new_line_as_a_modern_client() {
    check(&TYPESCRIPT_NEW_LINE, "modern");
}

#[test]
fn typescript_new_line_that_probes_for_the_era() {
    check(&TYPESCRIPT_NEW_LINE, "auto");
}

#[test]
fn typescript_old_line() {
    check(&TYPESCRIPT_OLD_LINE, "legacy");
}

#[test]
fn python_new_line_as_a_legacy_client() {
    check(&PYTHON_NEW_LINE, "legacy");
}

#[test]
fn python_new_line_as_a_modern_client() {
    check(&PYTHON_NEW_LINE, "modern");
}

#[test]
fn python_new_line_that_probes_for_the_era() {
    check(&PYTHON_NEW_LINE, "auto");
}

#[test]
fn python_old_line() {
    check(&PYTHON_OLD_LINE, "legacy");
}

#[test]
fn raw_answers_fit_the_schema_of_each_revision() {
    for revision in [
        "2024-11-05",
        "2025-03-26",
        "2025-06-18",
        "2025-11-25",
        "2026-07-28",
    ] {
        check(&PYTHON_WIRE, revision);
    }
}
