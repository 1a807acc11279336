//! `prompts/list` and `prompts/get`.
//!
//! Spec: MCP 2026-07-28, server/prompts; the change logs of older revisions.

use super::build::Inner;
use super::faults::invalid_params;
use super::lists::{Listed, write_shown, write_words};
use super::request::{Request, made};
use super::result::{as_known, close, open};
use super::running;
use crate::json::closest;
use crate::jsonrpc::{ErrorObject, write_string};
use crate::prompt::{Prompt, PromptResult};
use crate::tool::{Call, Parameter, Rules};
use crate::wire::{GetPromptParams, Params, ProtocolVersion};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::sync::Arc;

/// The prompts of a server, in name order.
#[derive(Debug)]
pub(super) struct Prompts {
    pub(super) all: Vec<Prompt>,
    by_name: HashMap<String, usize>,
}

impl Prompts {
    /// Prompts whose names differ, in name order.
    pub(super) fn new(all: Vec<Prompt>) -> Self {
        let names = all.iter().map(|prompt| prompt.name().to_owned());
        let by_name = names.enumerate().map(|(index, name)| (name, index));
        Self {
            by_name: by_name.collect(),
            all,
        }
    }

    /// The place of the prompt named `name`.
    pub(super) fn find(&self, name: &str) -> Result<usize, ErrorObject> {
        self.by_name.get(name).copied().ok_or_else(|| {
            let names = self.all.iter().map(Prompt::name);
            let hint = match closest(name, names) {
                Some(name) => format!("; did you mean `{name}`?"),
                None => String::new(),
            };
            invalid_params(format!("unknown prompt `{name}`{hint}"))
        })
    }

    /// `prompts/get`.
    pub(super) fn get(&self, params: &Params<'_>) -> Result<Request, ErrorObject> {
        let GetPromptParams { name, arguments } = params.decode().map_err(invalid_params)?;
        let prompt = self.all[self.find(&name)?].clone();
        let arguments = match arguments.map(RawValue::get) {
            None => "{}",
            Some(raw) if raw.starts_with('{') => raw,
            Some(_) => return Err(invalid_params("`arguments` must be an object")),
        };
        let arguments = arguments.to_owned();
        Request::new(params, move |around| async move {
            let descriptor = prompt.descriptor;
            let everything = 0..arguments.len();
            let call = Call::new(
                prompt.name().to_owned().into(),
                Rules::of_text(descriptor.parameters),
                arguments,
                everything,
                around.context,
            );
            let outcome = running::function(
                prompt.name(),
                descriptor.run,
                descriptor.call,
                call,
                around.permit,
            );
            let result = made(&around.inner, "prompt", prompt.name(), outcome.await)?;
            Ok(write_messages(
                &around.inner,
                &prompt,
                &result,
                around.version,
            ))
        })
    }
}

/// The result of `prompts/get`.
fn write_messages(
    inner: &Arc<Inner>,
    prompt: &Prompt,
    result: &PromptResult,
    version: ProtocolVersion,
) -> Vec<u8> {
    let mut out = Vec::new();
    open(&mut out, version);
    let description = result.description.as_deref().or(prompt.description());
    if let Some(description) = description {
        out.extend_from_slice(br#""description":"#);
        write_string(&mut out, description);
        out.push(b',');
    }
    out.extend_from_slice(br#""messages":["#);
    for (index, message) in result.messages.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        out.extend_from_slice(br#"{"role":"#);
        write_string(&mut out, message.role().as_str());
        out.extend_from_slice(br#","content":"#);
        let content = as_known(message.content(), version);
        serde_json::to_writer(&mut out, &content).expect("blocks hold only strings");
        out.push(b'}');
    }
    out.push(b']');
    close(&mut out, version, &inner.modern_tail);
    out
}

impl Listed for Prompt {
    const MEMBER: &'static str = "prompts";

    fn write(&self, out: &mut Vec<u8>, version: ProtocolVersion) {
        let descriptor = self.descriptor;
        out.extend_from_slice(br#"{"name":"#);
        write_string(out, self.name());
        write_words(out, descriptor.title, self.description(), version);
        for (index, argument) in descriptor.parameters.iter().enumerate() {
            out.extend_from_slice(match index {
                0 => br#","arguments":["#.as_slice(),
                _ => b",",
            });
            write_argument(out, argument);
        }
        if !descriptor.parameters.is_empty() {
            out.push(b']');
        }
        write_shown(out, descriptor.icons, descriptor.meta, version);
        out.push(b'}');
    }
}

fn write_argument(out: &mut Vec<u8>, argument: &Parameter) {
    out.extend_from_slice(br#"{"name":"#);
    write_string(out, argument.key);
    if let Some(description) = argument.description {
        out.extend_from_slice(br#","description":"#);
        write_string(out, description);
    }
    out.extend_from_slice(match argument.required {
        true => br#","required":true}"#.as_slice(),
        false => br#","required":false}"#,
    });
}
