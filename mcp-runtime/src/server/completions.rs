//! `completion/complete`.
//!
//! Spec: MCP 2026-07-28, server/utilities/completion.

use super::build::Inner;
use super::faults::invalid_params;
use super::guard::{Guarded, guarded};
use super::request::{Request, Surroundings, made};
use super::result::{close, open};
use super::running;
use super::surface::Surface;
use crate::complete::{
    Completion, CompletionCall, CompletionContext, CompletionReply, Completions,
};
use crate::jsonrpc::{ErrorObject, write_string};
use crate::tool::{Made, Parameter};
use crate::wire::{CompleteParams, Params, ProtocolVersion, Reference};
use std::sync::Arc;

/// The most values of one answer.
const MOST: usize = 100;

impl Surface {
    /// Whether any argument can be completed.
    pub(super) fn has_completions(&self) -> bool {
        let prompts = self.prompts.all.iter();
        let templates = self.resources.templates.iter();
        prompts
            .map(|prompt| prompt.descriptor.completions)
            .chain(templates.map(|templated| templated.resource.descriptor.completions))
            .any(|completions| !completions.is_empty())
    }

    /// `completion/complete`.
    pub(super) fn complete(&self, params: &Params<'_>) -> Result<Request, ErrorObject> {
        let asked: CompleteParams = params.decode().map_err(invalid_params)?;
        let (owner, parameters, completions) = self.arguments_of(&asked.reference)?;
        let name = asked.argument.name;
        if !parameters.iter().any(|parameter| parameter.key == name) {
            return Err(invalid_params(format!("{owner} has no argument `{name}`")));
        }
        let completion = completions
            .iter()
            .find(|completion| completion.argument == name)
            .copied();
        let value = asked.argument.value;
        let arguments = asked
            .context
            .map(|context| context.arguments)
            .unwrap_or_default();
        Request::new(params, move |around| async move {
            let inner = Arc::clone(&around.inner);
            let version = around.version;
            // nobody knows values for it, and that is an answer
            let found = match completion {
                None => Completions::default(),
                Some(completion) => {
                    let context = CompletionContext {
                        arguments,
                        context: around.context.clone(),
                    };
                    let call = CompletionCall { value, context };
                    run(around, &owner, completion, call).await?
                }
            };
            Ok(write_completions(&inner, &found, version))
        })
    }

    /// What a reference leads to: words for it, and its arguments.
    fn arguments_of(
        &self,
        reference: &Reference,
    ) -> Result<(String, &'static [Parameter], &'static [Completion]), ErrorObject> {
        match reference {
            Reference::Prompt { name } => {
                let prompt = &self.prompts.all[self.prompts.find(name)?];
                let descriptor = prompt.descriptor;
                Ok((
                    format!("prompt `{name}`"),
                    descriptor.parameters,
                    descriptor.completions,
                ))
            }
            Reference::Resource { uri } => {
                let found = match self.resources.spelt(uri) {
                    Some(template) => Some(template),
                    None => self.resources.find(uri)?.map(|found| found.resource),
                };
                let descriptor = found
                    .ok_or_else(|| invalid_params(format!("unknown resource `{uri}`")))?
                    .descriptor;
                Ok((
                    format!("resource `{}`", descriptor.uri),
                    descriptor.parameters,
                    descriptor.completions,
                ))
            }
        }
    }
}

/// Runs the function where its kind belongs.
async fn run(
    around: Surroundings,
    owner: &str,
    completion: Completion,
    call: CompletionCall,
) -> Result<Completions, ErrorObject> {
    let cancelled = around.context;
    let outcome = match guarded(owner, || (completion.call)(call)) {
        Err(panicked) => Err(panicked),
        Ok(CompletionReply::Later(future)) => Guarded::new(owner, future).await,
        Ok(CompletionReply::Now(function)) => {
            let name = owner.to_owned();
            running::on_a_thread(around.permit, move || match cancelled.is_cancelled() {
                true => Ok(Ok(Completions::default())),
                false => guarded(&name, function),
            })
            .await
        }
    };
    let outcome = outcome.map(|completed| {
        Ok(match completed {
            Ok(values) => Made::Value(values),
            Err(text) => Made::Failed(text),
        })
    });
    made(&around.inner, "completion", owner, outcome)
}

/// The result of `completion/complete`.
fn write_completions(inner: &Inner, found: &Completions, version: ProtocolVersion) -> Vec<u8> {
    let mut out = Vec::new();
    open(&mut out, version);
    out.extend_from_slice(br#""completion":{"values":["#);
    for (index, value) in found.values.iter().take(MOST).enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write_string(&mut out, value);
    }
    out.push(b']');
    let len = found.values.len();
    let shown = len.min(MOST);
    // a list that says that there are more, but not how many, leaves that open
    let total = match (found.total, found.has_more) {
        (Some(total), _) => Some(total.max(len as u64)),
        (None, Some(true)) => None,
        (None, _) => Some(len as u64),
    };
    if let Some(total) = total {
        out.extend_from_slice(format!(r#","total":{total}"#).as_bytes());
    }
    let has_more = len > shown
        || found
            .has_more
            .unwrap_or_else(|| total.is_some_and(|total| total > shown as u64));
    out.extend_from_slice(match has_more {
        true => br#","hasMore":true}"#.as_slice(),
        false => br#","hasMore":false}"#,
    });
    close(&mut out, version, &inner.modern_tail);
    out
}
