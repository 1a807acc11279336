//! Parameters of the requests about prompts, resources and completion.
//!
//! Spec: MCP 2026-07-28, server/prompts, server/resources, server/utilities/completion.

use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// `prompts/get`.
#[derive(Deserialize)]
pub(crate) struct GetPromptParams<'a> {
    #[serde(borrow)]
    pub(crate) name: Cow<'a, str>,
    /// `null` is a value here, and not an object.
    #[serde(default, borrow, deserialize_with = "super::lifecycle::present")]
    pub(crate) arguments: Option<&'a RawValue>,
}

/// `resources/read`.
#[derive(Deserialize)]
pub(crate) struct ReadResourceParams<'a> {
    #[serde(borrow)]
    pub(crate) uri: Cow<'a, str>,
}

/// `completion/complete`.
#[derive(Deserialize)]
pub(crate) struct CompleteParams {
    #[serde(rename = "ref")]
    pub(crate) reference: Reference,
    pub(crate) argument: CompleteArgument,
    #[serde(default)]
    pub(crate) context: Option<CompleteContext>,
}

/// What has the argument.
#[derive(Deserialize)]
#[serde(tag = "type")]
pub(crate) enum Reference {
    #[serde(rename = "ref/prompt")]
    Prompt { name: String },
    #[serde(rename = "ref/resource")]
    Resource { uri: String },
}

/// The argument, with what was typed of it.
#[derive(Deserialize)]
pub(crate) struct CompleteArgument {
    pub(crate) name: String,
    pub(crate) value: String,
}

/// What is known besides.
#[derive(Deserialize)]
pub(crate) struct CompleteContext {
    #[serde(default)]
    pub(crate) arguments: BTreeMap<String, String>,
}
