//! The handshake of a legacy client: how far it has come, and what it settles.
//!
//! Does not know what is asked after it.
//!
//! Spec: MCP 2025-11-25, basic/lifecycle.

use super::answer::write_result;
use super::begun::Caller;
use super::connection::ConnectionInner;
use super::faults::{invalid_params, invalid_request};
use super::methods::Method;
use crate::jsonrpc::{ErrorObject, Id};
use crate::tool::{Origin, Wanted};
use crate::wire::{
    ClientCapabilities, Era, Implementation, InitializeParams, LogLevel, Params, ProtocolVersion,
    SetLevelParams,
};
use std::sync::{Arc, MutexGuard, PoisonError};

/// How far the handshake of a legacy client has come.
#[derive(Debug, Default)]
pub(super) struct Handshake {
    pub(super) version: Option<ProtocolVersion>,
    pub(super) client: Option<Arc<Implementation>>,
    pub(super) capabilities: ClientCapabilities,
    /// The client has confirmed it.
    pub(super) complete: bool,
}

impl ConnectionInner {
    pub(super) fn handshake(&self) -> MutexGuard<'_, Handshake> {
        // Nothing panics while it is held, so what it guards is whole in any case.
        self.handshake
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// `None` for the two methods that need no handshake.
    pub(super) fn legacy_caller(
        &self,
        method: Method,
        name: &str,
    ) -> Result<Option<Caller>, ErrorObject> {
        if matches!(method, Method::Initialize | Method::Ping) {
            return Ok(None);
        }
        let handshake = self.handshake();
        match handshake.version {
            Some(version) if handshake.complete => Ok(Some(Caller {
                version,
                client: handshake.client.clone(),
                capabilities: handshake.capabilities,
                origin: Origin::default(),
                wanted: Wanted::Shared(self.log_level.clone()),
            })),
            Some(_) => Err(invalid_request(format!(
                "`{name}` before the handshake is complete; send `notifications/initialized` first"
            ))),
            None => Err(invalid_request(format!(
                "`{name}` before the handshake; send `initialize` first, or name the protocol \
                 version in `_meta`"
            ))),
        }
    }

    pub(super) fn without_handshake(
        &self,
        id: &Id,
        method: Method,
        params: &Params<'_>,
    ) -> Result<Vec<u8>, ErrorObject> {
        match method {
            Method::Initialize => self.initialize(id, params),
            _ => Ok(write_result(id, b"{}")),
        }
    }

    fn initialize(&self, id: &Id, params: &Params<'_>) -> Result<Vec<u8>, ErrorObject> {
        let params: InitializeParams = params.decode().map_err(invalid_params)?;
        if !self.service.eras.legacy {
            return Err(self.unsupported(&params.protocol_version));
        }
        let mut handshake = self.handshake();
        if handshake.version.is_some() {
            return Err(invalid_request(
                "already initialized; the first `initialize` stays in force",
            ));
        }
        let version = ProtocolVersion::known(&params.protocol_version)
            .filter(|version| version.era() == Era::Legacy)
            .unwrap_or(ProtocolVersion::LATEST_LEGACY);
        handshake.version = Some(version);
        handshake.capabilities = params
            .capabilities
            .map(|raw| ClientCapabilities::read(raw.get()).for_version(version))
            .unwrap_or_default();
        handshake.client = params.client_info.map(Arc::new);
        drop(handshake);
        Ok(write_result(id, &self.service.initialize_result(version)))
    }

    /// `logging/setLevel`.
    pub(super) fn set_log_level(&self, params: &Params<'_>) -> Result<Vec<u8>, ErrorObject> {
        let SetLevelParams { level } = params.decode().map_err(invalid_params)?;
        let level = LogLevel::from_json(level.get())
            .map_err(|text| invalid_params(format!("`level` {text}")))?;
        self.log_level.set(level);
        Ok(b"{}".to_vec())
    }
}
