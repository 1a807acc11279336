//! `Server::run`: a whole program around a server.
//!
//! Reads the flags, makes the runtime, handles signals, tells people what went wrong, and turns all
//! of it into an exit code. What the flags do beyond serving is in `cli`; how serving works is in
//! `transport`; serving over HTTP as a program is `run/http.rs`.
//!
//! Signals are handled here and nowhere else, so a server inside a larger program leaves them
//! alone.

#[cfg(feature = "http")]
mod http;

use std::ffi::OsString;
use std::future::pending;
use std::io::{self, IsTerminal};
use std::panic::resume_unwind;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::oneshot;
use tokio::time::sleep;

use crate::cli::{self, Args, Task, complain};
use crate::server::{Server, Service};
use crate::transport::stdio::{Claim, Hangup, serve_claimed};
use crate::transport::{Pulse, ServeError};

/// What serving may take beyond the drain limit, once it was asked to stop, before it is given up.
const GRACE: Duration = Duration::from_secs(1);

impl Server {
    /// Runs the server as a whole program, as its command line says.
    ///
    /// Without flags it serves MCP on its standard streams until the input ends or SIGTERM or
    /// SIGINT comes; calls in flight then have the drain limit to finish, and a second signal ends
    /// the process at once. On Linux that holds also while an async tool blocks its thread; elsewhere
    /// such a tool hides the end of the input, but not a signal. `--help` tells the flags; the exit
    /// code is 0 after serving, 1 for a fault or a failed call, 2 for a wrong command line.
    ///
    /// With the feature `http`, `--http-port PORT` serves over Streamable HTTP at `/mcp` instead, on
    /// 127.0.0.1 or `--http-host HOST`, until a signal comes; one line on stderr tells the URL, also of the free
    /// port that 0 picks. `--auth-token TOKEN`, or the environment variable `MCP_AUTH_TOKEN`, is a token
    /// that clients must send; on an address that other machines reach, the server starts only
    /// with one or with `--allow-no-auth`. `--allowed-host` and `--allowed-origin` name further doors, as
    /// `HttpService` does. With `--mcp-config` the flags print
    /// the entry that connects a client by the URL.
    ///
    /// `call TOOL` calls a tool and prints its result. An argument is given as `key=value` or as
    /// `--key value`, by the names that `#[arg(long, short)]` gave it (`--factor=2`, `-f 2`, `-f2`), or
    /// in one object with `--json`. Text is taken as it is, everything else is JSON. A flag is set
    /// by its name alone, and `--no-NAME` is its opposite (`--NAME` for a flag that is called
    /// `no-NAME`). `call TOOL --help` tells the arguments. What `call` takes itself, `--json`, `--render`,
    /// `--help` and `-h`, comes first: an argument with such a key is given as `json=value`.
    ///
    /// Starts a runtime of its own. What goes to standard output while it serves ends up on stderr;
    /// the library logs to `tracing` and installs no subscriber.
    #[must_use = "return it from `main`, or a fault ends with code 0"]
    pub fn run(self) -> ExitCode {
        self.run_from(std::env::args_os())
    }

    /// As [`run`](Self::run), with flags that the program has read together with its own.
    ///
    /// ```no_run
    /// #[derive(clap::Parser)]
    /// struct Options {
    ///     /// Where the notes are.
    ///     #[arg(long, default_value = "notes")]
    ///     folder: std::path::PathBuf,
    ///     #[command(flatten)]
    ///     mcp: mcp::cli::Args,
    /// }
    ///
    /// fn main() -> std::process::ExitCode {
    ///     let options = <Options as clap::Parser>::parse();
    ///     mcp::Server::new("notes", "1.0.0").state(options.folder).run_with(options.mcp)
    /// }
    /// ```
    #[must_use = "return it from `main`, or a fault ends with code 0"]
    pub fn run_with(self, args: Args) -> ExitCode {
        match self.build() {
            Ok(service) => match args.into_task() {
                Ok(task) => perform(&service, task),
                Err(usage) => cli::misused(&usage),
            },
            Err(error) => failed(&error),
        }
    }

    fn run_from(self, command_line: impl Iterator<Item = OsString>) -> ExitCode {
        match cli::parse(command_line, self.info()) {
            Ok(args) => self.run_with(args),
            Err(message) => {
                // Broken output is no reason to fail after help, and leaves nobody to tell.
                let _ = message.print();
                exit_code(message.exit_code())
            }
        }
    }
}

/// Says what went wrong, and why.
fn failed(error: &dyn std::error::Error) -> ExitCode {
    let source = error.source().map(|source| format!(": {source}"));
    complain(format_args!("error: {error}{}", source.unwrap_or_default()));
    ExitCode::FAILURE
}

fn exit_code(code: i32) -> ExitCode {
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}

fn perform(service: &Service, task: Task) -> ExitCode {
    match task {
        Task::Serve => serve(service),
        #[cfg(feature = "http")]
        Task::ServeHttp(options) => http::serve(service, &options),
        #[cfg(feature = "http")]
        Task::PrintUrl(client, options) => cli::print_url(service, client, &options),
        Task::PrintTools(era) => cli::print_tools(service, era),
        Task::PrintConfig(client) => cli::print_config(service, client),
        Task::Call(call) => match runtime(service) {
            Ok(runtime) => {
                let code = call.perform(service, &runtime);
                runtime.shutdown_background();
                code
            }
            Err(error) => failed(&ServeError::Runtime(error)),
        },
    }
}

fn runtime(service: &Service) -> io::Result<Runtime> {
    Builder::new_multi_thread()
        .enable_all()
        // A thread for each call that is admitted, so that none waits for another.
        .max_blocking_threads(service.limits().calls_per_connection.max(1))
        .thread_name("mcp-worker")
        .build()
}

/// The runtime on which the main thread watches, so that no tool that blocks its worker keeps the
/// process from ending.
fn watcher() -> io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}

/// Waits until serving is asked to stop.
async fn asked(stopped: oneshot::Receiver<()>) {
    if stopped.await.is_err() {
        pending::<()>().await;
    }
}

fn serve(service: &Service) -> ExitCode {
    if io::stdin().is_terminal() {
        let name = &service.info().name;
        complain(format_args!(
            "`{name}` waits for an MCP client on its standard input; `{name} --help` tells what else it can do"
        ));
    }
    match try_serve(service) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&error),
    }
}

fn try_serve(service: &Service) -> Result<(), ServeError> {
    let claim = Claim::take()?.keep();
    let workers = runtime(service).map_err(ServeError::Runtime)?;
    let here = watcher().map_err(ServeError::Runtime)?;
    // Heard before the first message is read: a client may stop us right after its first answer.
    let (signals, hangup) = {
        let _context = here.enter();
        let signals = Signals::hear().map_err(ServeError::Runtime)?;
        (signals, claim.input_hangup())
    };
    let (stop, stopped) = oneshot::channel();
    let drain = service.limits().drain;
    let service = service.clone();
    let pulse = Arc::new(Pulse::default());
    let watched = Arc::clone(&pulse);
    let serving =
        workers.spawn(async move { serve_claimed(&service, &claim, asked(stopped), &pulse).await });
    let result = here.block_on(async {
        tokio::select! {
            result = serving => result.unwrap_or_else(|error| resume_unwind(error.into_panic())),
            () = obey(signals, stop, drain) => Ok(()),
            () = outlive(hangup, &watched, drain) => Ok(()),
        }
    });
    // Calls that block for ever are left behind; the process ends without them.
    workers.shutdown_background();
    result
}

/// Asks serving to stop at the first signal and ends the process at the second. Returns when
/// serving does not stop in time.
async fn obey(mut signals: Signals, stop: oneshot::Sender<()>, drain: Duration) {
    signals.next().await;
    // Serving that has ended by itself needs no asking.
    let _ = stop.send(());
    tokio::select! {
        () = sleep(drain.saturating_add(GRACE)) => {}
        code = signals.next() => std::process::exit(code),
    }
}

/// Returns when the client has hung up and serving cannot notice, because tools block the threads it
/// needs. A session that is only slow is left alone.
async fn outlive(hangup: Option<Hangup>, pulse: &Pulse, drain: Duration) {
    match hangup {
        Some(client) => client.wait().await,
        None => pending().await,
    }
    pulse.stopped(drain.max(GRACE)).await;
    tracing::warn!("an async tool blocks its thread, and the client is gone; ending without it");
}

/// SIGTERM and SIGINT.
#[cfg(unix)]
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

#[cfg(unix)]
impl Signals {
    /// Takes the signals over; must be called within a runtime.
    fn hear() -> io::Result<Self> {
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Waits for a signal and gives the exit code of a process that it ends.
    async fn next(&mut self) -> i32 {
        let kind = tokio::select! {
            _ = self.terminate.recv() => SignalKind::terminate(),
            _ = self.interrupt.recv() => SignalKind::interrupt(),
        };
        128 + kind.as_raw_value()
    }
}

/// Ctrl-C.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    /// Nothing is taken over before it is waited for.
    fn hear() -> io::Result<Self> {
        Ok(Signals)
    }

    /// Waits for Ctrl-C and gives the exit code of a process that it ends.
    async fn next(&mut self) -> i32 {
        match tokio::signal::ctrl_c().await {
            Ok(()) => 130,
            // Without it there is nothing to wait for.
            Err(_) => pending().await,
        }
    }
}
