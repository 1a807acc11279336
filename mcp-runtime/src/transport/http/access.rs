//! Who may ask: `Host`, `Origin`, the bearer token; and the headers of CORS.
//!
//! Every refusal names the setting that decides, in its body and in the log. Does not look at bodies.
//!
//! Spec: MCP 2026-07-28, basic/transports/streamable-http, "Security"; the Fetch standard.

use std::net::IpAddr;

use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, AUTHORIZATION, COOKIE, Entry, HOST,
    ORIGIN, PROXY_AUTHORIZATION, VARY, WWW_AUTHENTICATE,
};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method, StatusCode};

use super::body::{Refusal, refuse};
use super::settings::{Settings, digest};
use crate::server::Service;

/// Who asks; `None` when nobody has verified it.
pub(super) type Caller = Option<crate::tool::Caller>;

/// Tells who asks; an `Err` is the refusal.
pub(super) fn admit(settings: &Settings, head: &Parts) -> Result<Caller, Refusal> {
    once(&head.headers)?;
    host(settings, head)?;
    origin(settings, &head.headers)?;
    let holder = token(settings, &head.headers)?;
    // Who stands before the server may know better.
    Ok(head.extensions.get().cloned().or(holder))
}

/// What decides must stand there once: who reads the first and who reads the last would decide about
/// different requests.
fn once(headers: &HeaderMap) -> Result<(), Refusal> {
    let repeated = [HOST, ORIGIN, AUTHORIZATION].into_iter();
    match repeated
        .into_iter()
        .find(|name| headers.get_all(name).iter().count() > 1)
    {
        None => Ok(()),
        Some(name) => Err(refuse(
            StatusCode::BAD_REQUEST,
            format!("the header `{name}` stands there more than once; send it once"),
        )),
    }
}

/// Tools see the headers; one that logs them should not log these.
pub(super) fn hide_secrets(headers: &mut HeaderMap) {
    for name in [AUTHORIZATION, COOKIE, PROXY_AUTHORIZATION] {
        if let Entry::Occupied(mut entry) = headers.entry(name) {
            entry.iter_mut().for_each(|value| value.set_sensitive(true));
        }
    }
}

fn forbidden(text: String) -> Refusal {
    tracing::warn!("{text}");
    refuse(StatusCode::FORBIDDEN, text)
}

/// A page in a browser can make a name of its own lead to this machine, but cannot hide the name.
fn host(settings: &Settings, head: &Parts) -> Result<(), Refusal> {
    let host = match head.uri.authority() {
        Some(authority) => Some(authority.as_str()),
        None => head.headers.get(HOST).and_then(|host| host.to_str().ok()),
    };
    let Some(host) = host else {
        return Err(forbidden(
            "the request names no `Host`; it is needed to tell whether `allowed_hosts` has it"
                .to_owned(),
        ));
    };
    let allowed = is_loopback(host) || settings.hosts.iter().any(|entry| fits(entry, host));
    match allowed {
        true => Ok(()),
        false => Err(forbidden(format!(
            "the host `{host}` is not allowed; add `{}` to `allowed_hosts`, or start with \
             `--allowed-host NAME`",
            name(host)
        ))),
    }
}

fn origin(settings: &Settings, headers: &HeaderMap) -> Result<(), Refusal> {
    let Some(origin) = headers.get(ORIGIN) else {
        return Ok(());
    };
    let origin = String::from_utf8_lossy(origin.as_bytes());
    match is_here(&origin) || lists(settings, &origin) {
        true => Ok(()),
        false => Err(forbidden(format!(
            "the origin `{origin}` is not allowed; add it to `allowed_origins`, or start with \
             `--allowed-origin ORIGIN`"
        ))),
    }
}

/// Whether it is a page of this machine.
fn is_here(origin: &str) -> bool {
    let host = origin.split_once("://").map(|(_, host)| host);
    host.is_some_and(is_loopback)
}

fn lists(settings: &Settings, origin: &str) -> bool {
    let mut entries = settings.origins.iter();
    entries.any(|entry| entry == "*" || entry.trim_end_matches('/').eq_ignore_ascii_case(origin))
}

fn token(settings: &Settings, headers: &HeaderMap) -> Result<Caller, Refusal> {
    if settings.tokens.is_empty() {
        return Ok(None);
    }
    let sent = headers.get(AUTHORIZATION).map(HeaderValue::as_bytes);
    let sent = sent.and_then(|value| {
        let (scheme, token) = value.split_at_checked(7)?;
        let token = token.trim_ascii();
        // No token is as good as an empty one, also for a server whose own is empty by mistake.
        (scheme.eq_ignore_ascii_case(b"bearer ") && !token.is_empty()).then(|| digest(token))
    });
    // Every token is looked at, and every byte of it: time tells nothing.
    let mut found = None;
    if let Some(sent) = sent {
        for token in &settings.tokens {
            let differs = token
                .digest
                .iter()
                .zip(sent)
                .fold(0, |all, (a, b)| all | (a ^ b));
            if differs == 0 {
                found = Some(&token.holder);
            }
        }
    }
    if let Some(holder) = found {
        return Ok(Some(holder.clone()));
    }
    let text = match sent {
        None => {
            "a token is needed; send `Authorization: Bearer TOKEN` with the server's `auth_token` \
             (`--auth-token`, `MCP_AUTH_TOKEN`)"
        }
        Some(_) => "the token is not the server's `auth_token` (`--auth-token`, `MCP_AUTH_TOKEN`)",
    };
    tracing::warn!("{text}");
    let mut response = refuse(StatusCode::UNAUTHORIZED, text);
    let challenge = HeaderValue::from_static("Bearer");
    response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
    Err(response)
}

/// The name in `NAME:PORT`, in lower case, without the dot of the root.
fn name(host: &str) -> String {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    name.trim_end_matches('.').to_ascii_lowercase()
}

fn is_loopback(host: &str) -> bool {
    let name = name(host);
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name == "localhost" || address.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}

/// Whether an entry of `allowed_hosts` means `host`.
fn fits(entry: &str, host: &str) -> bool {
    let entry = entry.to_ascii_lowercase();
    let name = name(host);
    match entry.strip_prefix("*.") {
        _ if entry == "*" => true,
        Some(domain) => {
            let above = name.strip_suffix(domain);
            above.is_some_and(|above| above.len() > 1 && above.ends_with('.'))
        }
        None => entry == name || entry == host.to_ascii_lowercase(),
    }
}

/// What browsers are told about an answer.
pub(super) struct Cors {
    /// The page's origin, if it may read the answer.
    origin: Option<HeaderValue>,
    /// The headers it may send.
    headers: String,
    on: bool,
}

/// Which headers a page may send besides the simple ones.
const SENT: &str = "Content-Type, Accept, Authorization, Last-Event-ID, MCP-Protocol-Version, \
                    Mcp-Session-Id, Mcp-Method, Mcp-Name";

pub(super) fn cors(settings: &Settings, service: &Service, head: &Parts) -> Cors {
    let on = !settings.origins.is_empty();
    let origin = head.headers.get(ORIGIN).filter(|origin| {
        let text = origin.to_str().ok();
        text.is_some_and(|origin| lists(settings, origin) || on && is_here(origin))
    });
    let mut headers = SENT.to_owned();
    if origin.is_some() && head.method == Method::OPTIONS {
        let mut names: Vec<_> = service.parameter_headers();
        names.sort_unstable();
        names.dedup();
        for name in names {
            headers.push_str(", ");
            headers.push_str(&name);
        }
    }
    Cors {
        origin: origin.cloned(),
        headers,
        on,
    }
}

impl Cors {
    pub(super) fn is_allowed(&self) -> bool {
        self.origin.is_some()
    }

    pub(super) fn apply(self, head: &Parts, answer: &mut HeaderMap) {
        if self.on {
            answer.append(VARY, HeaderValue::from_static("Origin"));
        }
        let Some(origin) = self.origin else {
            return;
        };
        answer.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        answer.insert(
            ACCESS_CONTROL_EXPOSE_HEADERS,
            HeaderValue::from_static("Mcp-Session-Id, WWW-Authenticate, MCP-Protocol-Version"),
        );
        if head.method == Method::OPTIONS {
            let methods = HeaderValue::from_static("GET, POST, DELETE");
            answer.insert(ACCESS_CONTROL_ALLOW_METHODS, methods);
            answer.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
            if let Ok(headers) = HeaderValue::from_str(&self.headers) {
                answer.insert(ACCESS_CONTROL_ALLOW_HEADERS, headers);
            }
        }
    }
}
