//! The flags of a server program and what each of them does.
//!
//! Works on a built server through the same door as a client: `tools/list` and `tools/call` as
//! messages. Does not serve and does not start anything; that is `run`.
//!
//! Here, and only while nothing is served, printing to standard output is the point.

mod arguments;
mod call;
mod config;
#[cfg(feature = "http")]
mod http;
mod options;
mod pretty;
#[cfg(feature = "http")]
mod remote;

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

pub(crate) use self::call::Call;
use self::config::{Client, Entry};
#[cfg(feature = "http")]
use self::http::HttpArgs;
#[cfg(feature = "http")]
pub(crate) use self::http::HttpOptions;
use crate::server::Service;
use crate::wire::{self, Implementation};

/// The flags of a server program, to be flattened into a program's own.
///
/// ```
/// #[derive(clap::Parser)]
/// struct Options {
///     #[command(flatten)]
///     mcp: mcp::cli::Args,
/// }
/// ```
///
/// Hand it to [`Server::run_with`](crate::Server::run_with).
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Args {
    /// Print what `tools/list` answers, as JSON, and end
    #[arg(long, conflicts_with = "mcp_config")]
    mcp_tools: bool,
    /// The clients for whom `--mcp-tools` prints [default: modern]
    #[arg(long, value_enum, requires = "mcp_tools")]
    era: Option<Era>,
    /// Print the entry for a client's configuration and end
    #[arg(long)]
    mcp_config: bool,
    /// The client for which `--mcp-config` prints [default: claude-desktop]
    #[arg(long, value_enum, requires = "mcp_config")]
    client: Option<Client>,
    #[cfg(feature = "http")]
    #[command(flatten)]
    http: HttpArgs,
    // Known only to say what is missing.
    #[cfg(not(feature = "http"))]
    #[arg(long, hide = true, value_name = "PORT")]
    http_port: Option<String>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Clone, Debug)]
enum Command {
    /// Call a tool and print its result
    Call(Call),
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Era {
    /// Revisions 2024-11-05 to 2025-11-25
    Legacy,
    /// Revision 2026-07-28
    Modern,
}

/// What a command line asks for.
pub(crate) enum Task {
    Serve,
    #[cfg(feature = "http")]
    ServeHttp(HttpOptions),
    PrintTools(wire::Era),
    PrintConfig(Client),
    #[cfg(feature = "http")]
    PrintUrl(Client, HttpOptions),
    Call(Call),
}

/// Why a command line that was read cannot be followed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Usage {
    #[cfg(feature = "http")]
    #[error(transparent)]
    Http(#[from] http::HttpFault),
    #[cfg(not(feature = "http"))]
    #[error(
        "this program was built without HTTP; turn on the feature `http` of its dependency `mcp-runtime`"
    )]
    NoHttp,
}

impl Args {
    /// What is asked for.
    ///
    /// # Errors
    ///
    /// What `clap` could not see; an error of usage.
    pub(crate) fn into_task(self) -> Result<Task, Usage> {
        #[cfg(not(feature = "http"))]
        if self.http_port.is_some() {
            return Err(Usage::NoHttp);
        }
        #[cfg(feature = "http")]
        if self.command.is_none() && !self.mcp_tools {
            let variable = std::env::var_os(http::TOKEN_VARIABLE);
            let variable = variable.map(|token| token.to_string_lossy().into_owned());
            if let Some(options) = self.http.into_options(variable)? {
                return Ok(match self.mcp_config {
                    true => Task::PrintUrl(self.client.unwrap_or(Client::ClaudeDesktop), options),
                    false => Task::ServeHttp(options),
                });
            }
        }
        Ok(match (self.command, self.mcp_tools, self.mcp_config) {
            (Some(Command::Call(call)), ..) => Task::Call(call),
            (None, true, _) => Task::PrintTools(match self.era {
                Some(Era::Legacy) => wire::Era::Legacy,
                Some(Era::Modern) | None => wire::Era::Modern,
            }),
            (None, false, true) => Task::PrintConfig(self.client.unwrap_or(Client::ClaudeDesktop)),
            (None, false, false) => Task::Serve,
        })
    }
}

/// The command line of a program that has no flags of its own.
#[derive(Parser)]
#[command(
    about = "An MCP server; without flags it serves on its standard input and output",
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
struct Program {
    #[command(flatten)]
    args: Args,
}

/// Reads a command line. The error may also be the text of `--help` or `--version`.
pub(crate) fn parse(
    command_line: impl Iterator<Item = OsString>,
    info: &Implementation,
) -> Result<Args, clap::Error> {
    let command = Program::command()
        .name(info.name.clone())
        .version(info.version.clone());
    let mut matches = command.try_get_matches_from(command_line)?;
    Ok(Program::from_arg_matches_mut(&mut matches)?.args)
}

/// `--mcp-tools`
pub(crate) fn print_tools(service: &Service, era: wire::Era) -> ExitCode {
    print(&pretty::indent(&service.tools_json(era)))
}

/// `--mcp-config`
pub(crate) fn print_config(service: &Service, client: Client) -> ExitCode {
    match config::entry(&service.info().name, client, std::env::args_os().skip(1)) {
        Ok(entry) => print_entry(&entry),
        Err(error) => {
            complain(format_args!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// `--mcp-config` with `--http-port`
#[cfg(feature = "http")]
pub(crate) fn print_url(service: &Service, client: Client, options: &HttpOptions) -> ExitCode {
    match remote::entry(&service.info().name, client, options) {
        Ok(entry) => print_entry(&entry),
        Err(fault) => misused(&fault.into()),
    }
}

fn print_entry(entry: &Entry) -> ExitCode {
    if let Some(hint) = &entry.hint {
        complain(format_args!("{hint}"));
    }
    print(&entry.text)
}

/// Says what is wrong with the command line.
pub(crate) fn misused(usage: &Usage) -> ExitCode {
    complain(format_args!("error: {usage}"));
    ExitCode::from(2)
}

/// Prints text and a line end on standard output. A reader that went away, as in `| head`, is no
/// failure.
fn print(text: &str) -> ExitCode {
    let mut output = io::stdout().lock();
    match output
        .write_all(text.as_bytes())
        .and_then(|()| output.write_all(b"\n"))
        .and_then(|()| output.flush())
    {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            complain(format_args!("error: cannot print: {error}"));
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Tells people something on stderr, on one line of its own; without stderr there is nobody to
/// tell.
pub(crate) fn complain(text: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{text}");
}

#[cfg(test)]
mod tests;
