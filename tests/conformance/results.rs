//! One run of the suite and the results it leaves: a folder for each scenario with its checks as JSON.

use serde::Deserialize;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the suite found out about one requirement.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Check {
    #[serde(skip)]
    pub(crate) scenario: String,
    pub(crate) id: String,
    pub(crate) status: String,
    description: String,
    error_message: Option<String>,
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            scenario,
            id,
            status,
            ..
        } = self;
        let text = self.error_message.as_ref().unwrap_or(&self.description);
        write!(f, "{status} {scenario}, {id}: {text}")
    }
}

/// A run that has ended.
pub(crate) struct Run {
    revision: String,
    folder: PathBuf,
    said: String,
}

impl Run {
    /// Runs the suite that is installed in `peers` against a server.
    pub(crate) fn of(peers: &Path, arguments: &[&str], url: &str) -> Self {
        let revision = *arguments.last().expect("a revision");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("conformance")
            .join(revision);
        // Results of an earlier run would be read again.
        let _ = fs::remove_dir_all(&folder);
        let output = Command::new(peers.join("bin/node"))
            .arg(peers.join("suite/node_modules/@modelcontextprotocol/conformance/dist/index.js"))
            .args(["server", "--url", url, "--output-dir"])
            .arg(&folder)
            .args(arguments)
            .output()
            .expect("the suite runs");
        // Its exit code says whether all has passed; here the checks are read one by one.
        let said = [output.stdout, output.stderr].concat();
        Self {
            revision: revision.to_owned(),
            folder,
            said: String::from_utf8_lossy(&said).into_owned(),
        }
    }

    /// The revision it is about.
    pub(crate) fn revision(&self) -> &str {
        &self.revision
    }

    /// All checks of all scenarios, in an order that does not change.
    pub(crate) fn checks(&self) -> Vec<Check> {
        let Ok(scenarios) = fs::read_dir(&self.folder) else {
            panic!("no results: {self}");
        };
        let mut folders: Vec<_> = scenarios
            .map(|folder| folder.expect("an entry").path())
            .collect();
        folders.sort();
        folders.iter().flat_map(|folder| checks(folder)).collect()
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the suite for {} said\n{}", self.revision, self.said)
    }
}

/// The checks of a scenario, whose folder is named `server-SCENARIO-2026-07-28T12-00-00-000Z`.
fn checks(folder: &Path) -> Vec<Check> {
    let name = folder.file_name().expect("a name").to_string_lossy();
    let scenario = name
        .strip_prefix("server-")
        .and_then(|name| name.get(..name.len().checked_sub("-2026-07-28T12-00-00-000Z".len())?))
        .unwrap_or_else(|| panic!("`{name}` is named as no scenario's folder is"));
    let text = fs::read(folder.join("checks.json")).expect("the checks");
    let mut checks: Vec<Check> = serde_json::from_slice(&text).expect("checks in JSON");
    for check in &mut checks {
        scenario.clone_into(&mut check.scenario);
    }
    checks
}
