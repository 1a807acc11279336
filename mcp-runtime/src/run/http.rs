//! `--http-port`: a whole program that serves over HTTP until it is asked to stop.
//!
//! Takes the port, tells people where the server is, obeys signals. Standard input and output stay
//! the program's own. Does not know requests; that is `transport::http`.

use std::io;
use std::panic::resume_unwind;
use std::process::ExitCode;

use tokio::sync::oneshot;

use super::{Signals, asked, failed, obey, runtime, watcher};
use crate::cli::{HttpOptions, complain};
use crate::server::Service;
use crate::transport::ServeError;

/// Why a program does not serve over HTTP.
#[derive(Debug, thiserror::Error)]
enum HttpError {
    #[error(
        "port {port} is in use at `{place}`; choose another with `--http-port`, or 0 for a free one"
    )]
    InUse { port: u16, place: String },
    #[error("cannot listen on `{place}`")]
    Listen {
        place: String,
        #[source]
        source: io::Error,
    },
    #[error("cannot start a runtime")]
    Runtime(#[source] io::Error),
    // Not transparent, which would hide the error that is the cause from who prints it.
    #[error("{0}")]
    Serve(ServeError),
}

pub(super) fn serve(service: &Service, options: &HttpOptions) -> ExitCode {
    match try_serve(service, options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&error),
    }
}

fn try_serve(service: &Service, options: &HttpOptions) -> Result<(), HttpError> {
    let workers = runtime(service).map_err(HttpError::Runtime)?;
    let here = watcher().map_err(HttpError::Runtime)?;
    // Heard before anybody is told where the server is.
    let signals = {
        let _context = here.enter();
        Signals::hear().map_err(HttpError::Runtime)?
    };
    let cannot_listen = |source: io::Error| match source.kind() {
        io::ErrorKind::AddrInUse => HttpError::InUse {
            port: options.port(),
            place: options.place(),
        },
        _ => HttpError::Listen {
            place: options.place(),
            source,
        },
    };
    let listener = workers.block_on(options.listen()).map_err(cannot_listen)?;
    let address = listener.local_addr().map_err(cannot_listen)?;
    let http = options.service(service.clone());
    http.check(address).map_err(HttpError::Serve)?;
    announce(service, options, address.port());
    if options.lacks_name(address) {
        complain(format_args!(
            "only requests for a name of this machine are served; name the one that clients use \
             with `--allowed-host NAME`"
        ));
    }
    let (stop, stopped) = oneshot::channel();
    let serving = workers.spawn(http.serve(listener, asked(stopped)));
    let drain = service.limits().drain;
    let result = here.block_on(async {
        tokio::select! {
            result = serving => result.unwrap_or_else(|error| resume_unwind(error.into_panic())),
            () = obey(signals, stop, drain) => Ok(()),
        }
    });
    // Calls that block for ever are left behind; the process ends without them.
    workers.shutdown_background();
    result.map_err(HttpError::Serve)
}

/// One line that tells where the server is and how a client comes to it.
fn announce(service: &Service, options: &HttpOptions, port: u16) {
    let name = &service.info().name;
    let url = options.url(port);
    let token = match options.has_token() {
        true => ", for clients with the token",
        false => "",
    };
    let flags = match options.port() {
        0 => format!("--mcp-config --http-port {port}"),
        _ => "--mcp-config".to_owned(),
    };
    complain(format_args!(
        "`{name}` is served at {url}{token}; the same command with `{flags}` prints the entry for a client"
    ));
}
