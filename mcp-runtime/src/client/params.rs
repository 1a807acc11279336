//! The parameters of a request as JSON text, and the message around them.
//!
//! Works on text, so that no digit is lost and no tree is built.

use super::core::Core;
use super::error::ClientError;
use super::exchange::Options;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// The members of an object, each as it was written: no digit is lost.
pub(super) type Members = std::collections::BTreeMap<String, Box<RawValue>>;

/// The parameters of a request as JSON text, an object.
pub(super) fn object(params: impl Serialize) -> Result<String, ClientError> {
    let what = "the parameters have no JSON form";
    let text = serde_json::to_string(&params).map_err(|error| ClientError::value(what, error))?;
    match text.as_bytes().first() {
        Some(b'{') => Ok(text),
        _ if text == "null" => Ok("{}".to_owned()),
        _ => {
            let error = serde::de::Error::custom("they are no object");
            Err(ClientError::value("the parameters", error))
        }
    }
}

/// The whole message, with what every request carries in `_meta`.
pub(super) fn message(
    core: &Core,
    id: u64,
    method: &str,
    params: &str,
    options: &Options,
    wants_progress: bool,
) -> Result<String, ClientError> {
    let mut meta = Vec::new();
    if wants_progress {
        meta.push(format!(r#""progressToken":{id}"#));
    }
    if let Some(facts) = core.facts.get().filter(|facts| !facts.meta.is_empty()) {
        meta.push(facts.meta.clone());
    }
    let members = |text: String| text[1..text.len() - 1].to_owned();
    if !options.meta.is_empty() {
        meta.push(members(Value::Object(options.meta.clone()).to_string()));
    }
    let method = Value::from(method);
    if meta.is_empty() {
        return Ok(format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":{method},"params":{params}}}"#
        ));
    }
    let mut params = members(params.to_owned());
    if let Some(own) = own_meta(&params)? {
        // A caller's own `_meta` is merged, which takes a tree; hardly anybody does it.
        let mut all: Members = parse(&format!("{{{params}}}"))?;
        all.remove("_meta");
        params = members(object(all)?);
        meta.push(own);
    }
    let comma = if params.trim().is_empty() { "" } else { "," };
    let meta = meta.join(",");
    Ok(format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":{method},"params":{{{params}{comma}"_meta":{{{meta}}}}}}}"#
    ))
}

/// The members of `_meta` that the caller has given.
fn own_meta(params: &str) -> Result<Option<String>, ClientError> {
    #[derive(Deserialize)]
    struct Own<'a> {
        #[serde(borrow, default, rename = "_meta")]
        meta: Option<&'a RawValue>,
    }
    if !params.contains("_meta") {
        return Ok(None);
    }
    let text = format!("{{{params}}}");
    let own: Own<'_> = parse(&text)?;
    let members = own.meta.map(|meta| meta.get().trim());
    let members = members.and_then(|meta| meta.strip_prefix('{')?.strip_suffix('}'));
    Ok(members
        .map(|members| members.trim().to_owned())
        .filter(|members| !members.is_empty()))
}

pub(super) fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, ClientError> {
    serde_json::from_str(text).map_err(|error| ClientError::value("the parameters", error))
}
