//! From an open link to a connection that can be used: the server's era, its handshake, and the same
//! again when a connection was lost.
//!
//! Spec: MCP 2026-07-28, basic/versioning, "Backward Compatibility"; MCP 2025-11-25,
//! basic/lifecycle.

use super::core::{Core, Shared};
use super::error::ClientError;
use super::exchange::{Options, exchange};
use super::facts::{Facts, Greeting, modern_meta};
use super::link::{Dial, Inbox};
use super::{Client, results};
use crate::jsonrpc::ErrorCode;
use crate::wire::{Era, ProtocolVersion};
use serde::Deserialize;
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};

/// How a connection is made, and what outlives it.
pub(super) struct Dialled {
    pub(super) dial: Arc<dyn Dial>,
    pub(super) shared: Arc<Shared>,
    /// What the first connection found out.
    pub(super) era: Mutex<Option<Era>>,
}

impl Client {
    /// The connection to use now: the one there is, or a new one where the policy allows it.
    pub(super) async fn core(&self) -> Result<Arc<Core>, ClientError> {
        let core = self.current();
        let inner = &self.inner;
        let settings = &inner.dialled.shared.settings;
        match core.pending.closed() {
            None => return Ok(core),
            Some(closed)
                if closed.here || settings.restarts == 0 || !inner.dialled.dial.again() =>
            {
                return Err(closed.into());
            }
            Some(_) => {}
        }
        let mut restarts = inner.again.lock().await;
        let core = self.current();
        match core.pending.closed() {
            None => return Ok(core),
            Some(closed) if closed.here || *restarts >= settings.restarts => {
                return Err(closed.into());
            }
            Some(closed) => tracing::info!(%closed, "the server is started again"),
        }
        *restarts += 1;
        let core = inner.dialled.establish().await?;
        let mut current = inner.core.lock().unwrap_or_else(PoisonError::into_inner);
        *current = Arc::clone(&core);
        Ok(core)
    }
}

/// What a probe has shown.
enum Probed {
    Modern(Box<Facts>),
    /// An older server that has answered, so the same connection can be used.
    Legacy,
    /// Silence, or an end: whatever it is, a connection of its own is safer.
    Unknown,
}

/// A connection in the making; dropped, it is ended.
struct Making(Option<Arc<Core>>);

impl Making {
    fn done(mut self) -> Arc<Core> {
        self.0.take().expect("taken once, here")
    }
}

impl std::ops::Deref for Making {
    type Target = Arc<Core>;

    fn deref(&self) -> &Arc<Core> {
        self.0.as_ref().expect("taken at the end alone")
    }
}

impl Drop for Making {
    fn drop(&mut self) {
        if let Some(core) = self.0.take() {
            core.drop_link();
        }
    }
}

impl Dialled {
    /// Makes a connection and finishes its handshake.
    pub(super) async fn establish(&self) -> Result<Arc<Core>, ClientError> {
        let known = *self.era.lock().unwrap_or_else(PoisonError::into_inner);
        let core = self.open().await?;
        if known == Some(Era::Legacy) {
            return self.initialize(core).await;
        }
        let probed = match self.discover(&core).await {
            Ok(probed) => probed,
            Err(error) => return Err(with_words(&core, error).await),
        };
        match probed {
            Probed::Modern(facts) => {
                self.remember(Era::Modern);
                // Nobody else sets it.
                let _ = core.facts.set(*facts);
                Ok(core.done())
            }
            _ if known == Some(Era::Modern) => Err(ClientError::Protocol(
                "it does not answer `server/discover`; it may be an older server".to_owned(),
            )),
            Probed::Legacy => self.initialize(core).await,
            Probed::Unknown if self.dial.again() => {
                core.close().await;
                let core = self.open().await?;
                self.initialize(core).await
            }
            Probed::Unknown => self.initialize(core).await,
        }
    }

    async fn open(&self) -> Result<Making, ClientError> {
        let core = Making(Some(Core::new(Arc::clone(&self.shared))));
        let inbox: Arc<dyn Inbox> = Arc::clone(&*core) as _;
        let link = self.dial.dial(inbox).await?;
        core.connected(link);
        Ok(core)
    }

    fn remember(&self, era: Era) {
        *self.era.lock().unwrap_or_else(PoisonError::into_inner) = Some(era);
    }

    /// `server/discover`, which modern servers have and older ones refuse, each in its way.
    async fn discover(&self, core: &Arc<Core>) -> Result<Probed, ClientError> {
        let settings = &self.shared.settings;
        let version = ProtocolVersion::LATEST;
        let capabilities = self.shared.handlers.capabilities(true);
        let meta = modern_meta(version, &settings.client, &capabilities);
        let params = format!(r#"{{"_meta":{{{meta}}}}}"#);
        // With a version from the server's list once more, even if it is the one just sent.
        for last in [false, true] {
            let options = Options::limited(settings.probe);
            let reply = exchange(core, "server/discover", &params, &options).await;
            let error = match reply {
                Ok(result) => {
                    let greeting: Option<Greeting> = results::read(result.get()).ok();
                    let versions = greeting
                        .as_ref()
                        .and_then(|it| it.supported_versions.as_deref());
                    return match (versions.is_some_and(speaks), greeting) {
                        (true, Some(greeting)) => {
                            Ok(Probed::Modern(Box::new(greeting.into_facts(version, meta))))
                        }
                        // `{}` to whatever is asked
                        _ => Ok(Probed::Legacy),
                    };
                }
                Err(ClientError::Rpc(error)) => error,
                Err(ClientError::Timeout(_) | ClientError::Closed(_)) => {
                    return Ok(Probed::Unknown);
                }
                Err(_) => return Ok(Probed::Legacy),
            };
            let modern = [
                ErrorCode::HEADER_MISMATCH,
                ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY,
                ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
            ];
            if !modern.contains(&error.code) {
                return Ok(Probed::Legacy);
            }
            let supported = error.data.as_deref().and_then(supported);
            if last || supported.is_some_and(|versions| !speaks(&versions)) {
                return Err(ClientError::Rpc(error));
            }
        }
        Ok(Probed::Unknown)
    }

    /// The handshake of older servers.
    async fn initialize(&self, core: Making) -> Result<Arc<Core>, ClientError> {
        let settings = &self.shared.settings;
        let params = json!({
            "protocolVersion": ProtocolVersion::LATEST_LEGACY.as_str(),
            "capabilities": self.shared.handlers.capabilities(false),
            "clientInfo": settings.client.for_version(ProtocolVersion::LATEST_LEGACY),
        });
        let reply = exchange(
            &core,
            "initialize",
            &params.to_string(),
            &Options::default(),
        )
        .await;
        let result = match reply {
            Ok(result) => result,
            Err(error) => return Err(with_words(&core, error).await),
        };
        let greeting: Greeting = results::read(result.get())?;
        let named = greeting.protocol_version.clone().unwrap_or_default();
        let version = ProtocolVersion::known(&named).filter(|version| version.era() == Era::Legacy);
        let Some(version) = version else {
            return Err(ClientError::Protocol(format!(
                "it wants to speak `{}`, which is no revision that begins with `initialize`",
                named.escape_default()
            )));
        };
        self.remember(Era::Legacy);
        let _ = core.facts.set(greeting.into_facts(version, String::new()));
        let confirmed = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        core.send(confirmed.to_owned()).await?;
        Ok(core.done())
    }
}

/// Whether one of the versions is ours.
fn speaks(versions: &[String]) -> bool {
    let ours = ProtocolVersion::LATEST.as_str();
    versions.iter().any(|version| version == ours)
}

/// The versions in the data of an error.
fn supported(data: &str) -> Option<Vec<String>> {
    #[derive(Deserialize)]
    struct Data {
        supported: Vec<String>,
    }
    serde_json::from_str::<Data>(data)
        .ok()
        .map(|data| data.supported)
}

/// An error of a handshake, with what is known of the end of the connection by then.
async fn with_words(core: &Core, error: ClientError) -> ClientError {
    match error {
        ClientError::Closed(closed) => core.pending.closed().unwrap_or(closed).into(),
        error => error,
    }
}
