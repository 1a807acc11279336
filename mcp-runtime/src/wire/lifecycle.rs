//! Parameters of the requests served here, and the per-request metadata of 2026-07-28.
//!
//! Reads what a client sent; unknown members are ignored. What is wrong comes back as a text
//! for the error answer. Does not decide what a server does with it.
//!
//! Spec: MCP 2026-07-28, basic, "_meta"; MCP 2025-11-25, basic/lifecycle.

use super::{ClientCapabilities, LogLevel, ProtocolVersion};
use crate::json;
use crate::jsonrpc::Id;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// Name and version of a program that speaks MCP.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Implementation {
    /// What programs call it.
    pub name: String,
    /// What people call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Its version.
    pub version: String,
    /// Where it lives on the web.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub website_url: Option<String>,
}

impl Implementation {
    /// A program by name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            version: version.into(),
            ..Self::default()
        }
    }

    /// The same program as `version` of the protocol may see it.
    pub(crate) fn for_version(&self, version: ProtocolVersion) -> Self {
        Self {
            title: self
                .title
                .clone()
                .filter(|_| version.has_structured_content()),
            website_url: self
                .website_url
                .clone()
                .filter(|_| version >= ProtocolVersion::V2025_11_25),
            ..self.clone()
        }
    }
}

/// The member of `_meta` that makes a request modern.
pub(crate) const META_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// The client's name and version, optional.
pub(crate) const META_CLIENT: &str = "io.modelcontextprotocol/clientInfo";
/// The client's capabilities, required.
pub(crate) const META_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// The member of `_meta` that asks for progress.
const META_PROGRESS: &str = "progressToken";
/// From which level on the client wants to hear what a call logs, optional.
const META_LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
/// The server's name and version on every modern result.
pub(crate) const META_SERVER: &str = "io.modelcontextprotocol/serverInfo";

/// The members of `params` that the server looks at before it knows the method's own.
#[derive(Default)]
pub(crate) struct Params<'a> {
    /// The whole object as text, `{}` when the request had none.
    pub(crate) text: &'a str,
    /// `_meta`, when present.
    pub(crate) meta: Option<Meta<'a>>,
}

impl<'a> Params<'a> {
    /// Reads `params`; an `Err` is the text of the error answer.
    pub(crate) fn read(text: Option<&'a str>) -> Result<Self, &'static str> {
        #[derive(Deserialize)]
        struct Outer<'a> {
            #[serde(default, borrow, rename = "_meta")]
            meta: Option<&'a RawValue>,
        }
        let Some(text) = text else {
            return Ok(Self {
                text: "{}",
                meta: None,
            });
        };
        if !text.starts_with('{') {
            return Err("`params` must be an object");
        }
        let outer: Outer<'a> =
            serde_json::from_str(text).map_err(|_| "`params` has a member twice")?;
        let meta = match outer.meta {
            None => None,
            Some(raw) if raw.get().starts_with('{') => {
                let meta: Meta<'a> =
                    serde_json::from_str(raw.get()).map_err(|_| "`_meta` has a member twice")?;
                Some(Meta {
                    text: raw.get(),
                    ..meta
                })
            }
            Some(_) => return Err("`_meta` must be an object"),
        };
        Ok(Self { text, meta })
    }

    /// Reads the method's own members; an `Err` is the text of the error answer.
    ///
    /// serde_json reads raw members to any depth; the words for a fault are our own.
    pub(crate) fn decode<T: Deserialize<'a>>(&self) -> Result<T, String> {
        serde_json::from_str(self.text).map_err(|_| match json::from_str::<T>(self.text) {
            Err(error) => format!("invalid params: {error}"),
            Ok(_) => "invalid params".to_owned(),
        })
    }
}

/// `_meta` of a request, its protocol members still raw.
#[derive(Deserialize, Default)]
pub(crate) struct Meta<'a> {
    /// The whole object as text.
    #[serde(skip)]
    pub(crate) text: &'a str,
    #[serde(default, borrow, rename = "io.modelcontextprotocol/protocolVersion")]
    version: Option<&'a RawValue>,
    #[serde(default, borrow, rename = "io.modelcontextprotocol/clientInfo")]
    client: Option<&'a RawValue>,
    #[serde(default, borrow, rename = "io.modelcontextprotocol/clientCapabilities")]
    capabilities: Option<&'a RawValue>,
    #[serde(default, borrow, rename = "io.modelcontextprotocol/logLevel")]
    log_level: Option<&'a RawValue>,
    #[serde(default, borrow, rename = "progressToken")]
    progress: Option<&'a RawValue>,
}

/// What is wrong with the metadata of a modern request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum MetaFault {
    /// Missing or ill-typed; the text of the error answer.
    Invalid(String),
    /// A version that is not served.
    UnknownVersion(String),
}

/// The metadata of a modern request, checked.
#[derive(Debug)]
pub(crate) struct ModernMeta {
    pub(crate) version: ProtocolVersion,
    pub(crate) client: Option<Implementation>,
    pub(crate) capabilities: ClientCapabilities,
    pub(crate) log_level: Option<LogLevel>,
}

impl Meta<'_> {
    /// Whether the request says which modern version it speaks, well or badly.
    pub(crate) fn names_version(&self) -> bool {
        self.version.is_some()
    }

    /// The version as text, if it is one.
    #[cfg(feature = "http")]
    pub(crate) fn version_text(&self) -> Option<String> {
        serde_json::from_str(self.version?.get()).ok()
    }

    /// The token under which the caller wants to hear of progress, in either era; an `Err` is the
    /// text of the error answer.
    pub(crate) fn progress_token(&self) -> Result<Option<Id>, String> {
        let token = |raw: &RawValue| {
            Id::from_json(raw.get()).ok_or_else(|| {
                format!("`{META_PROGRESS}` in `_meta` must be a string or an integer")
            })
        };
        self.progress.map(token).transpose()
    }

    /// Checks what every modern request carries.
    pub(crate) fn modern(&self) -> Result<ModernMeta, MetaFault> {
        let missing = |key: &str| MetaFault::Invalid(format!("`_meta` lacks `{key}`"));
        let version = self.version.ok_or_else(|| missing(META_VERSION))?;
        let version: String = serde_json::from_str(version.get()).map_err(|_| {
            MetaFault::Invalid(format!("`{META_VERSION}` in `_meta` must be a string"))
        })?;
        let version = ProtocolVersion::known(&version)
            .filter(|version| version.era() == super::Era::Modern)
            .ok_or(MetaFault::UnknownVersion(version))?;
        let capabilities = self
            .capabilities
            .ok_or_else(|| missing(META_CAPABILITIES))?;
        if !capabilities.get().starts_with('{') {
            return Err(MetaFault::Invalid(format!(
                "`{META_CAPABILITIES}` in `_meta` must be an object"
            )));
        }
        let client = self
            .client
            .map(|raw| serde_json::from_str(raw.get()))
            .transpose();
        let client = client.map_err(|_| {
            MetaFault::Invalid(format!(
                "`{META_CLIENT}` in `_meta` must be an object with `name` and `version`"
            ))
        })?;
        let log_level = self
            .log_level
            .map(|raw| LogLevel::from_json(raw.get()))
            .transpose()
            .map_err(|text| MetaFault::Invalid(format!("`{META_LOG_LEVEL}` in `_meta` {text}")))?;
        Ok(ModernMeta {
            log_level,
            version,
            client,
            capabilities: ClientCapabilities::read(capabilities.get()),
        })
    }
}

/// `initialize`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InitializeParams {
    pub(crate) protocol_version: String,
    #[serde(default)]
    pub(crate) capabilities: Option<Box<RawValue>>,
    #[serde(default)]
    pub(crate) client_info: Option<Implementation>,
}

/// The lists.
#[derive(Deserialize)]
pub(crate) struct ListParams {
    #[serde(default)]
    pub(crate) cursor: Option<String>,
}

/// `tools/call`.
#[derive(Deserialize)]
pub(crate) struct CallParams<'a> {
    #[serde(borrow)]
    pub(crate) name: Cow<'a, str>,
    /// `null` is a value here, and not an object.
    #[serde(default, borrow, deserialize_with = "present")]
    pub(crate) arguments: Option<&'a RawValue>,
}

pub(super) fn present<'de, D: Deserializer<'de>>(
    member: D,
) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(member).map(Some)
}

/// `notifications/cancelled`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CancelledParams<'a> {
    #[serde(borrow)]
    pub(crate) request_id: &'a RawValue,
}
