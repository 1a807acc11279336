//! A link to a child process: its standard streams, its environment, its end.
//!
//! The child leads a process group of its own, so that what it has started ends with it. Its stderr is
//! always read, and the last of it kept.
//!
//! Spec: MCP 2026-07-28, basic/transports/stdio; 2025-11-25, basic/lifecycle, "Shutdown".

use super::lines::{AtEnd, Lines};
use super::{Dial, Inbox, Link, Work};
use crate::client::error::{ClientError, Closed};
use process_wrap::tokio::{ChildWrapper, CommandWrap};
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// How much of stderr is kept.
const KEPT: usize = 64 * 1024;
/// How long to wait for the exit status and the last words once the output has ended.
const LAST_WORDS: Duration = Duration::from_millis(100);
/// How long a child may take to end by itself once its input has ended.
const LEAVE: Duration = Duration::from_secs(2);
/// How long it may take once it was asked to terminate.
const TERMINATE: Duration = Duration::from_millis(1500);

/// Variables that a child gets from our environment unless told otherwise: what programs need in
/// order to run, and no secret.
const PASSED_ON: &[&str] = &[
    "APPDATA",
    "COMSPEC",
    "HOME",
    "HOMEDRIVE",
    "HOMEPATH",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LOCALAPPDATA",
    "LOGNAME",
    "PATH",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "PROGRAMDATA",
    "PROGRAMFILES",
    "SHELL",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TERM",
    "TMP",
    "TMPDIR",
    "TZ",
    "USER",
    "USERNAME",
    "USERPROFILE",
    "WINDIR",
];

/// A program that is a server on its standard streams, and how to start it.
///
/// ```
/// let program = mcp::client::Program::new("python3")
///     .args(["-m", "server"])
///     .env("API_KEY", "…")
///     .current_dir("/srv/notes");
/// ```
///
/// Of this process's environment it gets what programs need to run (`PATH`, `HOME`, the locale and
/// the like) and nothing else, so no secret is passed on by accident; see [`env`](Self::env) and
/// [`inherit_env`](Self::inherit_env).
#[derive(Clone)]
pub struct Program {
    program: OsString,
    arguments: Vec<OsString>,
    variables: Vec<(OsString, Option<OsString>)>,
    inherits: bool,
    folder: Option<PathBuf>,
}

impl Program {
    /// A program by its path, or by a name that is looked up in `PATH`.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        Self {
            program: program.as_ref().to_owned(),
            arguments: Vec::new(),
            variables: Vec::new(),
            inherits: false,
            folder: None,
        }
    }

    /// One more argument, handed over as it is: no shell reads it.
    #[must_use]
    pub fn arg(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.arguments.push(argument.as_ref().to_owned());
        self
    }

    /// More arguments.
    #[must_use]
    pub fn args(self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        arguments.into_iter().fold(self, Self::arg)
    }

    /// A variable of the child's environment.
    #[must_use]
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        let value = Some(value.as_ref().to_owned());
        self.variables.push((name.as_ref().to_owned(), value));
        self
    }

    /// Passes on the whole environment of this process.
    #[must_use]
    pub fn inherit_env(mut self) -> Self {
        self.inherits = true;
        self
    }

    /// Where the child starts.
    #[must_use]
    pub fn current_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    fn command(&self) -> tokio::process::Command {
        let mut command = tokio::process::Command::new(&self.program);
        command
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if !self.inherits {
            command.env_clear();
            let passed_on = PASSED_ON
                .iter()
                .filter_map(|name| Some((name, std::env::var_os(name)?)));
            command.envs(passed_on);
        }
        for (name, value) in &self.variables {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
    }

    fn start(&self) -> Result<Box<dyn ChildWrapper>, ClientError> {
        let mut command = CommandWrap::from(self.command());
        #[cfg(unix)]
        command.wrap(process_wrap::tokio::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::tokio::JobObject);
        command.spawn().map_err(|source| ClientError::Start {
            program: self.program.to_string_lossy().into_owned(),
            source: Arc::new(source),
        })
    }
}

/// The values of the environment may be secrets.
impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.variables.iter().map(|(name, _)| name);
        f.debug_struct("Program")
            .field("program", &self.program)
            .field("args", &self.arguments)
            .field("env", &names.collect::<Vec<_>>())
            .field("current_dir", &self.folder)
            .finish()
    }
}

/// The command's program, arguments, variables and folder; what else was set is not taken over.
impl From<std::process::Command> for Program {
    fn from(command: std::process::Command) -> Self {
        Self {
            program: command.get_program().to_owned(),
            arguments: command.get_args().map(OsStr::to_owned).collect(),
            variables: command
                .get_envs()
                .map(|(name, value)| (name.to_owned(), value.map(OsStr::to_owned)))
                .collect(),
            inherits: false,
            folder: command.get_current_dir().map(ToOwned::to_owned),
        }
    }
}

/// How to start a child again and again.
#[derive(Debug)]
pub(in crate::client) struct Start {
    pub(in crate::client) program: Program,
    /// The most bytes of a message.
    pub(in crate::client) limit: usize,
}

impl Dial for Start {
    fn dial(&self, inbox: Arc<dyn Inbox>) -> Work<'_, Result<Arc<dyn Link>, ClientError>> {
        Box::pin(async move {
            let mut child = self.program.start()?;
            let streams = (
                child.stdin().take(),
                child.stdout().take(),
                child.stderr().take(),
            );
            let (Some(input), Some(output), Some(errors)) = streams else {
                unreachable!("all three were asked for");
            };
            let words = Arc::<Words>::default();
            let (exited, exit) = watch::channel(None);
            let close = CancellationToken::new();
            let keeper = Keeper(child);
            tokio::spawn(keeper.keep(close.clone(), exited));
            let drained = tokio::spawn(words.clone().drain(errors));
            let at_end: AtEnd = {
                let (words, mut exit) = (Arc::clone(&words), exit.clone());
                Box::new(move |closed| {
                    Box::pin(async move {
                        // Both come together with the end of the output, as a rule.
                        let _ = timeout(LAST_WORDS, async {
                            let _ = exit.wait_for(Option::is_some).await;
                            let _ = drained.await;
                        })
                        .await;
                        Closed {
                            exit: *exit.borrow(),
                            stderr: Some(words.text()).filter(|text| !text.is_empty()),
                            ..closed
                        }
                    })
                })
            };
            let lines = Lines::start(output, input, self.limit, inbox, at_end);
            let link: Arc<dyn Link> = Arc::new(Child { lines, close, exit });
            Ok(link)
        })
    }

    fn again(&self) -> bool {
        true
    }
}

/// A link to a running child.
#[derive(Debug)]
struct Child {
    lines: Lines,
    /// Asks the keeper to end the child.
    close: CancellationToken,
    exit: watch::Receiver<Option<ExitStatus>>,
}

impl Link for Child {
    fn send(&self, message: String) -> Work<'_, Result<(), ClientError>> {
        self.lines.send(message)
    }

    fn send_soon(&self, message: String) {
        self.lines.send_soon(message);
    }

    fn close(&self) -> Work<'_, ()> {
        Box::pin(async move {
            self.lines.end_output().await;
            self.close.cancel();
            // The keeper ends the child in any case, and itself.
            let _ = self.exit.clone().wait_for(Option::is_some).await;
            self.lines.close().await;
        })
    }
}

/// Dropped, it leaves no process: the keeper goes through the same steps.
impl Drop for Child {
    fn drop(&mut self) {
        self.close.cancel();
    }
}

/// Who owns the process. Dropped with the runtime, it kills.
struct Keeper(Box<dyn ChildWrapper>);

impl Keeper {
    /// Waits for the child's end; once it is to be closed, helps.
    async fn keep(mut self, close: CancellationToken, exited: watch::Sender<Option<ExitStatus>>) {
        let child = &mut self.0;
        let ended = tokio::select! {
            ended = child.wait() => ended,
            () = close.cancelled() => match timeout(LEAVE, child.wait()).await {
                Ok(ended) => ended,
                Err(_) => {
                    #[cfg(unix)]
                    let _ = child.signal(rustix::process::Signal::TERM.as_raw());
                    match timeout(TERMINATE, child.wait()).await {
                        Ok(ended) => ended,
                        Err(_) => {
                            let _ = child.start_kill();
                            child.wait().await
                        }
                    }
                }
            },
        };
        // What the child has started and left behind goes too.
        let _ = child.start_kill();
        match ended {
            Ok(status) => drop(exited.send(Some(status))),
            Err(error) => tracing::warn!(%error, "a child process cannot be waited for"),
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        /// A killed process is gone after a millisecond or two.
        const TRIES: u32 = 100;
        if matches!(self.0.try_wait(), Ok(Some(_))) {
            return;
        }
        let _ = self.0.start_kill();
        for _ in 0..TRIES {
            match self.0.try_wait() {
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                Ok(Some(_)) | Err(_) => return,
            }
        }
    }
}

/// The last of what a child wrote to its stderr.
#[derive(Debug, Default)]
struct Words(Mutex<VecDeque<u8>>);

impl Words {
    /// Reads until the end, so that the child never waits for a reader.
    async fn drain(self: Arc<Self>, mut errors: impl AsyncRead + Unpin) {
        let mut buffer = vec![0; 8 * 1024];
        while let Ok(read @ 1..) = errors.read(&mut buffer).await {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend(&buffer[..read]);
            let excess = kept.len().saturating_sub(KEPT);
            kept.drain(..excess);
        }
    }

    fn text(&self) -> String {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (first, second) = kept.as_slices();
        String::from_utf8_lossy(&[first, second].concat()).into_owned()
    }
}
