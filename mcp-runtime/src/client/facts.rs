//! What a client knows of its server, and what it says of itself in every request.

use crate::wire::{
    Era, Implementation, META_CAPABILITIES, META_CLIENT, META_VERSION, ProtocolVersion,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// What the server said of itself.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub(super) version: ProtocolVersion,
    pub(super) server: Implementation,
    pub(super) capabilities: Map<String, Value>,
    pub(super) instructions: Option<String>,
    /// The members that `_meta` of every modern request has, as JSON text without braces; empty for
    /// older servers.
    pub(super) meta: String,
}

/// The result of `initialize` or `server/discover`, as far as it is read.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Greeting {
    /// `initialize` alone.
    #[serde(default)]
    pub(super) protocol_version: Option<String>,
    /// `server/discover` alone.
    #[serde(default)]
    pub(super) supported_versions: Option<Vec<String>>,
    #[serde(default)]
    server_info: Option<Implementation>,
    #[serde(default)]
    capabilities: Map<String, Value>,
    #[serde(default)]
    instructions: Option<String>,
    #[serde(default, rename = "_meta")]
    meta: Map<String, Value>,
}

impl Greeting {
    /// What is known after it; `meta` as in [`Facts`].
    pub(super) fn into_facts(mut self, version: ProtocolVersion, meta: String) -> Facts {
        let in_meta = self.meta.remove(crate::wire::META_SERVER);
        let in_meta = in_meta.and_then(|info| serde_json::from_value(info).ok());
        Facts {
            version,
            server: self.server_info.or(in_meta).unwrap_or_default(),
            capabilities: self.capabilities,
            instructions: self.instructions,
            meta,
        }
    }
}

impl Facts {
    pub(super) fn is_modern(&self) -> bool {
        self.version.era() == Era::Modern
    }
}

/// What every modern request says of the client: the members of `_meta`, as JSON text without braces.
pub(super) fn modern_meta(
    version: ProtocolVersion,
    client: &Implementation,
    capabilities: &Value,
) -> String {
    let meta = json!({
        META_VERSION: version.as_str(),
        META_CLIENT: client,
        META_CAPABILITIES: capabilities,
    });
    let text = meta.to_string();
    text[1..text.len() - 1].to_owned()
}
