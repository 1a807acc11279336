//! The flags of serving over HTTP: `--http-port` and those that go with it.
//!
//! Reads and checks them; a token never leaves here but into the service. Does not listen: that is `run`.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};

use tokio::net::TcpListener;

use crate::server::Service;
use crate::transport::http::HttpService;

/// The environment variable for a token, so that it need not stand on the command line.
pub(super) const TOKEN_VARIABLE: &str = "MCP_AUTH_TOKEN";
const LOOPBACK: &str = "127.0.0.1";

/// The flags as they were given.
#[derive(clap::Args, Clone, Debug, Default)]
pub(super) struct HttpArgs {
    /// Serve over HTTP on this port, at `/mcp`; 0 picks a free one
    #[arg(long, value_name = "PORT", conflicts_with = "mcp_tools")]
    http_port: Option<u16>,
    /// The address to listen on [default: 127.0.0.1]
    #[arg(long, value_name = "HOST", requires = "http_port")]
    http_host: Option<String>,
    /// A token that clients must send. Other users of the machine can see a command line, so the
    /// environment variable `MCP_AUTH_TOKEN` is the better place. May be repeated
    #[arg(long, value_name = "TOKEN", requires = "http_port")]
    auth_token: Vec<Token>,
    /// Serve without a token on an address that other machines reach
    #[arg(long, requires = "http_port")]
    allow_no_auth: bool,
    /// A name under which clients reach the server besides `localhost`, such as `*.example.com`.
    /// May be repeated
    #[arg(long, value_name = "NAME", requires = "http_port")]
    allowed_host: Vec<String>,
    /// The origin of web pages that may call the server. May be repeated
    #[arg(long, value_name = "ORIGIN", requires = "http_port")]
    allowed_origin: Vec<String>,
}

/// A secret; nobody sees it.
#[derive(Clone)]
struct Token(String);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

impl From<String> for Token {
    /// Takes every text: a message of the command line about one that is refused would show it.
    fn from(text: String) -> Self {
        Token(text)
    }
}

/// Why the flags cannot be followed; an error of usage.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum HttpFault {
    #[error("the token of {0} is empty; leave it out to serve without one")]
    EmptyToken(&'static str),
    #[error(
        "the token of {0} cannot be sent; use letters, digits and other visible characters of ASCII"
    )]
    UnsendableToken(&'static str),
    #[error("an empty name in {0} allows nobody; leave it out")]
    EmptyName(&'static str),
    #[error(
        "`{0}` of `--allowed-origin` is no origin; write it with its scheme and without a path, such as \
         `https://app.example.com`"
    )]
    NoOrigin(String),
    #[error(
        "`{0}` of `--allowed-host` is no name of a host; write it without a scheme and a path, such as \
         `mcp.example.com`"
    )]
    NoHost(String),
    #[error(
        "`--http-port 0` picks a port when it starts; give `--mcp-config` the one to connect to"
    )]
    NoPort,
}

/// How to serve over HTTP.
#[derive(Clone, Debug)]
pub(crate) struct HttpOptions {
    host: String,
    pub(super) port: u16,
    tokens: Vec<Token>,
    open: bool,
    hosts: Vec<String>,
    origins: Vec<String>,
}

impl HttpArgs {
    /// The checked flags; `None` when they do not ask for HTTP. `variable` is the value of `MCP_AUTH_TOKEN`.
    pub(super) fn into_options(
        self,
        variable: Option<String>,
    ) -> Result<Option<HttpOptions>, HttpFault> {
        let Some(port) = self.http_port else {
            return Ok(None);
        };
        let (tokens, place) = match variable {
            Some(token) if self.auth_token.is_empty() => (vec![Token(token)], "`MCP_AUTH_TOKEN`"),
            _ => (self.auth_token, "`--auth-token`"),
        };
        for Token(token) in &tokens {
            if token.is_empty() {
                return Err(HttpFault::EmptyToken(place));
            }
            if !token.bytes().all(|byte| byte.is_ascii_graphic()) {
                return Err(HttpFault::UnsendableToken(place));
            }
        }
        let empty = |names: &[String]| names.iter().any(|name| name.trim().is_empty());
        let host = self.http_host.unwrap_or_else(|| LOOPBACK.to_owned());
        for (names, place) in [
            (std::slice::from_ref(&host), "`--http-host`"),
            (&self.allowed_host, "`--allowed-host`"),
            (&self.allowed_origin, "`--allowed-origin`"),
        ] {
            if empty(names) {
                return Err(HttpFault::EmptyName(place));
            }
        }
        if let Some(junk) = self.allowed_origin.iter().find(|origin| !is_origin(origin)) {
            return Err(HttpFault::NoOrigin(junk.clone()));
        }
        if let Some(junk) = self.allowed_host.iter().find(|name| name.contains('/')) {
            return Err(HttpFault::NoHost(junk.clone()));
        }
        Ok(Some(HttpOptions {
            host: host.trim_matches(['[', ']']).to_owned(),
            port,
            tokens,
            open: self.allow_no_auth,
            hosts: self.allowed_host,
            origins: self.allowed_origin,
        }))
    }
}

/// Whether a browser could ever send it as an `Origin`, but for a slash at its end.
fn is_origin(text: &str) -> bool {
    let host = text.split_once("://").map(|(_, host)| host);
    let host = host.map(|host| host.strip_suffix('/').unwrap_or(host));
    text == "*" || host.is_some_and(|host| !host.is_empty() && !host.contains('/'))
}

impl HttpOptions {
    pub(crate) fn has_token(&self) -> bool {
        !self.tokens.is_empty()
    }

    /// The service with its doors as the flags say.
    pub(crate) fn service(&self, service: Service) -> HttpService {
        let mut service = service
            .into_http_service()
            .allowed_hosts(&self.hosts)
            .allowed_origins(&self.origins);
        for Token(token) in &self.tokens {
            service = service.auth_token(token);
        }
        match self.open {
            true => service.allow_no_auth(),
            false => service,
        }
    }

    /// Takes the port.
    pub(crate) async fn listen(&self) -> io::Result<TcpListener> {
        TcpListener::bind((self.host.as_str(), self.port)).await
    }

    /// Where it would listen, for messages.
    pub(crate) fn place(&self) -> String {
        match self.host.contains(':') {
            true => format!("[{}]:{}", self.host, self.port),
            false => format!("{}:{}", self.host, self.port),
        }
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// The URL under which clients find a server that listens on `port`.
    pub(crate) fn url(&self, port: u16) -> String {
        let named = self.hosts.iter().find(|name| !name.contains('*'));
        let everywhere = self
            .host
            .parse()
            .is_ok_and(|ip: IpAddr| ip.is_unspecified());
        match named {
            Some(name) if name.contains(':') => format!("http://{name}/mcp"),
            Some(name) => format!("http://{name}:{port}/mcp"),
            None if everywhere => format!("http://{LOOPBACK}:{port}/mcp"),
            None => match self.host.parse() {
                Ok(ip) => format!("http://{}/mcp", SocketAddr::new(ip, port)),
                Err(_) => format!("http://{}:{port}/mcp", self.host),
            },
        }
    }

    /// Whether clients on other machines are meant, who must be told of a name.
    pub(crate) fn lacks_name(&self, address: SocketAddr) -> bool {
        !address.ip().is_loopback() && self.hosts.is_empty()
    }
}

#[cfg(test)]
mod tests {
    //! Tests of the flags.

    use super::*;

    fn options(arguments: &[&str], variable: Option<&str>) -> Result<HttpOptions, HttpFault> {
        #[derive(clap::Parser)]
        struct Program {
            #[command(flatten)]
            mcp: crate::cli::Args,
        }
        let line = ["notes", "--http-port", "9000"].iter().chain(arguments);
        let program = <Program as clap::Parser>::try_parse_from(line).expect("flags");
        let options = program.mcp.http.into_options(variable.map(str::to_owned))?;
        Ok(options.expect("HTTP"))
    }

    #[test]
    fn the_url_is_one_that_clients_reach() {
        for (arguments, url) in [
            (&[][..], "http://127.0.0.1:9000/mcp"),
            (&["--http-host", "0.0.0.0"], "http://127.0.0.1:9000/mcp"),
            (&["--http-host", "::"], "http://127.0.0.1:9000/mcp"),
            (&["--http-host", "::1"], "http://[::1]:9000/mcp"),
            (&["--http-host", "[::1]"], "http://[::1]:9000/mcp"),
            (&["--http-host", "localhost"], "http://localhost:9000/mcp"),
            (&["--http-host", "10.0.0.7"], "http://10.0.0.7:9000/mcp"),
            (
                &[
                    "--allowed-host",
                    "*.example.com",
                    "--allowed-host",
                    "mcp.example.com",
                ],
                "http://mcp.example.com:9000/mcp",
            ),
            (
                &["--allowed-host", "mcp.example:80"],
                "http://mcp.example:80/mcp",
            ),
        ] {
            let options = options(arguments, None).expect("sound flags");
            assert_eq!(options.url(options.port()), url, "{arguments:?}");
        }
    }

    #[test]
    fn a_token_on_the_command_line_beats_the_environment_and_neither_is_shown() {
        for (arguments, variable, tokens) in [
            (&[][..], None, &[][..]),
            (&[], Some("from-variable"), &["from-variable"]),
            (&["--auth-token", "flag"], Some("from-variable"), &["flag"]),
            (&["--auth-token", "a", "--auth-token=b"], None, &["a", "b"]),
        ] {
            let options = options(arguments, variable).expect("sound flags");
            let found: Vec<_> = options
                .tokens
                .iter()
                .map(|token| token.0.as_str())
                .collect();
            assert_eq!(found, tokens);
            let shown = format!("{options:?}");
            assert!(!shown.contains("from-variable"), "{shown}");
            assert!(!shown.contains("\"flag\""), "{shown}");
        }
    }

    #[test]
    fn a_token_that_nobody_could_send_is_refused() {
        let flag = "`--auth-token`";
        for (arguments, variable, fault) in [
            (&["--auth-token", ""][..], None, HttpFault::EmptyToken(flag)),
            (&[], Some(""), HttpFault::EmptyToken("`MCP_AUTH_TOKEN`")),
            (
                &["--auth-token", "a b"],
                None,
                HttpFault::UnsendableToken(flag),
            ),
            (
                &["--auth-token", "ü"],
                None,
                HttpFault::UnsendableToken(flag),
            ),
            (
                &[],
                Some("a\n"),
                HttpFault::UnsendableToken("`MCP_AUTH_TOKEN`"),
            ),
            (
                &["--allowed-host", ""],
                None,
                HttpFault::EmptyName("`--allowed-host`"),
            ),
            (
                &["--allowed-origin", "app.example.com"],
                None,
                HttpFault::NoOrigin("app.example.com".to_owned()),
            ),
            (
                &["--allowed-origin", "https://app.example.com/page"],
                None,
                HttpFault::NoOrigin("https://app.example.com/page".to_owned()),
            ),
            (
                &["--allowed-host", "https://mcp.example.com"],
                None,
                HttpFault::NoHost("https://mcp.example.com".to_owned()),
            ),
            (
                &["--http-host", " "],
                None,
                HttpFault::EmptyName("`--http-host`"),
            ),
        ] {
            assert_eq!(
                options(arguments, variable).err(),
                Some(fault),
                "{arguments:?}"
            );
        }
    }
}
