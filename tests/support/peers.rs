//! Programs of others that tests run: where they are installed, and what a test does without them.
//!
//! `tests/interop/install` brings what comes from package registries of languages, `tests/web/install` what
//! comes from Debian. A test without its peer passes and says why, unless `MCP_TESTS_REQUIRED=1`.

use crate::programs::target_folder;
use std::io::Write as _;
use std::path::PathBuf;

/// The folder that has no peers.
pub(crate) struct Missing(String);

impl Missing {
    /// What is missing, and what brings it.
    pub(crate) fn new(reason: String) -> Self {
        Self(reason)
    }

    /// Says what is missing.
    ///
    /// # Panics
    ///
    /// Where the peers are required.
    pub(crate) fn pass_or_panic(self) {
        let Self(reason) = self;
        assert!(
            std::env::var_os("MCP_TESTS_REQUIRED").is_none_or(|value| value != "1"),
            "{reason}"
        );
        // Not `eprintln!`, which the test runner keeps to itself when the test passes.
        let _ = writeln!(std::io::stderr(), "skipped: {reason}");
    }
}

/// Where `tests/interop/install` put the clients and the suite.
pub(crate) fn folder() -> PathBuf {
    std::env::var_os("MCP_INTEROP_DIR")
        .map_or_else(|| target_folder().join("interop"), PathBuf::from)
}

/// The same folder, if everything is there.
///
/// # Errors
///
/// When the script has not run, or not to its end.
#[allow(
    dead_code,
    reason = "each test that includes this file uses a part of it"
)]
pub(crate) fn installed() -> Result<PathBuf, Missing> {
    let folder = folder();
    // written last, so that a half-done installation counts as none
    if folder.join("installed").exists() {
        return Ok(folder);
    }
    Err(Missing::new(format!(
        "no clients in {}; `tests/interop/install` brings the official ones",
        folder.display()
    )))
}
