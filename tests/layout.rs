//! The repository's own rules: floors, a header in every file, file length.
//!
//! See ARCHITECTURE.md, "Floors".

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The most lines of a file of code.
const MAX_LINES: usize = 400;

/// The floor of each module of `mcp-runtime`. A module imports from lower floors and itself.
const FLOORS: [(&str, u8); 15] = [
    ("json", 0),
    ("jsonrpc", 1),
    ("wire", 2),
    ("schema", 3),
    ("tool", 4),
    ("complete", 5),
    ("prompt", 6),
    ("resource", 6),
    ("registry", 7),
    ("server", 8),
    ("testing", 9),
    ("transport", 9),
    ("cli", 10),
    ("client", 10),
    ("run", 11),
];

/// Modules that belong to no floor: they tie the others together.
const TIES: [&str; 3] = ["lib", "macros", "__private"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every Rust file below `folder`, with its path from there.
fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the repository") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                let name = path
                    .file_name()
                    .expect("a name")
                    .to_string_lossy()
                    .into_owned();
                if !matches!(name.as_str(), "target" | "node_modules" | "ui" | "wip") {
                    open.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a file of text");
                found.insert(path, text);
            }
        }
    }
    found
}

/// Every Rust file of the members, by its path from the root.
fn all_files() -> BTreeMap<String, String> {
    let root = root();
    ["mcp-derive", "mcp-runtime", "examples", "tests"]
        .iter()
        .flat_map(|member| files(&root.join(member)))
        .map(|(path, text)| {
            let path = path.strip_prefix(&root).expect("below the root");
            (path.to_string_lossy().into_owned(), text)
        })
        .collect()
}

fn is_test(path: &str) -> bool {
    path.starts_with("tests/") || path.ends_with("tests.rs") || path.contains("/tests/")
}

/// The module of `mcp-runtime` that a file belongs to.
fn module(path: &Path) -> String {
    let first = path
        .components()
        .next()
        .expect("a path of one part at least");
    first
        .as_os_str()
        .to_string_lossy()
        .trim_end_matches(".rs")
        .to_owned()
}

#[test]
fn imports_go_downward_only() {
    let floors = BTreeMap::from(FLOORS);
    let source = root().join("mcp-runtime/src");
    let mut faults = Vec::new();
    let mut imports = 0;
    for (path, text) in files(&source) {
        let path = path.strip_prefix(&source).expect("below the source");
        let here = module(path);
        if TIES.contains(&here.as_str()) || is_test(&path.to_string_lossy()) {
            continue;
        }
        let Some(floor) = floors.get(here.as_str()) else {
            faults.push(format!("{}: `{here}` has no floor", path.display()));
            continue;
        };
        for line in text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
        {
            for import in line.split("crate::").skip(1) {
                let end = import.find(|c: char| !c.is_alphanumeric() && c != '_');
                let there = &import[..end.unwrap_or(import.len())];
                imports += 1;
                match floors.get(there) {
                    _ if there == here => {}
                    Some(other) if other < floor => {}
                    // Names that the root re-exports are for users.
                    _ => faults.push(format!(
                        "{}: `{here}` may not use `{there}`",
                        path.display()
                    )),
                }
            }
        }
    }
    assert!(
        imports > 20,
        "the test must see the imports, it saw {imports}"
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_file_says_what_lives_there() {
    let files = all_files();
    assert!(
        files.len() > 40,
        "the test must see the files, it saw {}",
        files.len()
    );
    let faults: Vec<_> = files
        .iter()
        .filter(|(_, text)| !text.starts_with("//! "))
        .map(|(path, _)| path.as_str())
        .collect();
    assert!(faults.is_empty(), "no header in:\n{}", faults.join("\n"));
}

#[test]
fn no_file_of_code_is_longer_than_it_should_be() {
    let faults: Vec<_> = all_files()
        .iter()
        .filter(|(path, text)| !is_test(path) && text.lines().count() > MAX_LINES)
        .map(|(path, text)| format!("{path}: {} lines", text.lines().count()))
        .collect();
    assert!(
        faults.is_empty(),
        "longer than {MAX_LINES} lines:\n{}",
        faults.join("\n")
    );
}
