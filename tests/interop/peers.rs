//! The clients as processes: where they are installed, how a script is run, when it is taken for stuck.
//!
//! Does not know what the scripts check: one line a check, an exit code at the end.

use crate::installed::{Missing, folder, installed};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A script takes a second or two; a client that waits for an answer gives up after 60 s.
const LIMIT: Duration = Duration::from_secs(180);

/// What a script runs on.
#[derive(Clone, Copy)]
pub(crate) enum Peer {
    /// Node with both lines of the TypeScript SDK.
    Node,
    /// Python with `mcp` 2.x.
    PythonNewLine,
    /// Python with `mcp` 1.x.
    PythonOldLine,
}

/// A client: a script in `node/` or `python/`.
pub(crate) struct Script {
    pub(crate) peer: Peer,
    pub(crate) file: &'static str,
}

impl Script {
    /// Runs the script against a server, and counts the checks.
    ///
    /// `place` is a program that serves its standard streams, or a URL; `headers` is JSON.
    ///
    /// # Errors
    ///
    /// When the client is not installed.
    ///
    /// # Panics
    ///
    /// When a check fails, with all that the script said.
    pub(crate) fn run(
        &self,
        mode: &str,
        table: &Path,
        place: &OsStr,
        headers: &str,
    ) -> Result<usize, Missing> {
        let interpreter = self.interpreter()?;
        let example = table
            .file_stem()
            .expect("a table has a name")
            .to_string_lossy();
        // One log for each run: tests run at the same time.
        static RUNS: AtomicUsize = AtomicUsize::new(0);
        let run = RUNS.fetch_add(1, Ordering::Relaxed);
        let log = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("{}-{mode}-{example}-{run}.log", self.file));
        let output = File::create(&log).expect("the target folder can be written");
        let child = Command::new(interpreter)
            .arg(self.folder().join(self.file))
            .args([OsStr::new(mode), table.as_os_str(), place])
            .env("MCP_HEADERS", headers)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::null())
            .stdout(output.try_clone().expect("one more descriptor"))
            .stderr(output)
            .spawn()
            .expect("the interpreter runs");
        let status = wait(child);
        let said = fs::read_to_string(&log).expect("the scripts write UTF-8");
        let checks = said.lines().filter(|line| line.starts_with("ok ")).count();
        assert!(
            status.is_some_and(|status| status.success()) && checks > 0,
            "{} {mode} with {example}: {}\n{said}",
            self.file,
            status.map_or("stuck".to_owned(), |status| status.to_string()),
        );
        Ok(checks)
    }

    fn interpreter(&self) -> Result<PathBuf, Missing> {
        let program = match self.peer {
            Peer::Node => "bin/node",
            Peer::PythonNewLine => "python-new-line/bin/python",
            Peer::PythonOldLine => "python-old-line/bin/python",
        };
        Ok(installed()?.join(program))
    }

    /// Where the script is run from.
    fn folder(&self) -> PathBuf {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("interop");
        match self.peer {
            Peer::Node => beside_the_packages(&sources.join("node")),
            Peer::PythonNewLine | Peer::PythonOldLine => sources.join("python"),
        }
    }
}

/// Node looks for packages from the place of the script upward, so the scripts go where the packages are.
fn beside_the_packages(sources: &Path) -> PathBuf {
    static COPIED: OnceLock<PathBuf> = OnceLock::new();
    let copy = || {
        let packages = folder().join("node");
        let scripts = sources.read_dir().expect("the folder of the scripts");
        let scripts = scripts.map(|script| script.expect("an entry").path());
        for script in
            scripts.filter(|path| path.extension().is_some_and(|extension| extension == "mjs"))
        {
            let name = script.file_name().expect("a file has a name");
            fs::copy(&script, packages.join(name))
                .expect("the folder of the packages can be written");
        }
        packages
    };
    COPIED.get_or_init(copy).clone()
}

/// Waits for the end, at most as long as the limit; `None` for a child that was stuck and has been killed.
fn wait(mut child: Child) -> Option<ExitStatus> {
    let end = Instant::now() + LIMIT;
    while Instant::now() < end {
        if let Some(status) = child.try_wait().expect("the child is ours") {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("the child is ours");
    child.wait().expect("the child is ours");
    None
}
