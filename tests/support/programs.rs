//! The programs of the member `examples`, built and found.
//!
//! Cargo builds a package's programs only for that package's own tests, so a test of another member has to
//! ask for them. Does not run them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// Programs that do not serve their standard streams.
const OVER_HTTP: [&str; 2] = ["axum_mount", "http"];

/// Every program of `examples` that serves its standard streams, by name.
///
/// # Panics
///
/// When the examples do not build.
#[allow(
    dead_code,
    reason = "each test that includes this file uses a part of it"
)]
pub(crate) fn programs() -> &'static BTreeMap<String, PathBuf> {
    static PROGRAMS: OnceLock<BTreeMap<String, PathBuf>> = OnceLock::new();
    PROGRAMS.get_or_init(|| {
        let mut programs = build();
        programs.retain(|name, _| !OVER_HTTP.contains(&name.as_str()));
        programs
    })
}

/// A program of `examples` that serves over HTTP alone.
///
/// # Panics
///
/// When the examples do not build, or have no such program.
#[allow(
    dead_code,
    reason = "each test that includes this file uses a part of it"
)]
pub(crate) fn over_http(name: &str) -> PathBuf {
    assert!(OVER_HTTP.contains(&name), "`{name}` belongs into the list");
    build().remove(name).expect("an example")
}

/// Asks cargo, which holds no lock while tests run, for the paths: they depend on profile and target folder.
fn build() -> BTreeMap<String, PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| env!("CARGO").into());
    let output = Command::new(cargo)
        .args([
            "build",
            "--package",
            "examples",
            "--bins",
            "--message-format",
            "json-render-diagnostics",
        ])
        .arg("--target-dir")
        .arg(target_folder())
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo, which runs this test, can be run again");
    assert!(output.status.success(), "the examples do not build");
    let messages = output
        .stdout
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty());
    messages
        .map(|line| serde_json::from_slice(line).expect("cargo writes JSON"))
        .filter_map(|message: serde_json::Value| {
            let name = message["target"]["name"].as_str()?;
            let path = message["executable"].as_str()?;
            Some((name.to_owned(), PathBuf::from(path)))
        })
        .collect()
}

/// The target folder of the build that this test is part of.
pub(crate) fn target_folder() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
        .parent()
        .expect("`tmp` lies in the target folder")
}
