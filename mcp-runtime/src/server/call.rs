//! `tools/call`: finds the tool, runs it where it belongs, writes what became of it.
//!
//! Spec: MCP 2026-07-28, server/tools, "Calling Tools".

use super::answer::{Answer, start_result};
use super::begun::{Begun, Caller, Permit, Slot, begin, progress_token, tend};
use super::build::Inner;
use super::connection::ConnectionInner;
use super::faults::missing_capabilities;
use super::guard::{Guarded, Panicked, guarded};
use super::outlet::Outlet;
use super::prepared::Prepared;
use super::result::{write_content, write_value};
use super::running;
use super::turns::{Queued, Turns};
use crate::json::closest;
use crate::jsonrpc::{ErrorCode, ErrorObject, Id, write_error};
use crate::tool::{
    Call, Context, Handler, Outcome, Output, OutputKind, Refusal, Rules, Run, ToolResult,
};
use crate::wire::{CallParams, ClientCapabilities, Era, Params, ProtocolVersion};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// The text of a result whose reason is nobody's business.
const FAILED: &str = "the tool failed";

/// A `tools/call` that names a tool and carries an object.
pub(super) struct Found {
    tool: Arc<Prepared>,
    /// The place of the arguments in the message; none when they were left out.
    arguments: Option<Range<usize>>,
    /// The caller wants to hear of progress, under this token.
    progress: Option<Id>,
}

impl Found {
    /// Looks the tool up; `text` is the whole message that `params` are a part of.
    pub(super) fn new(
        inner: &Inner,
        text: &str,
        params: &Params<'_>,
        caller: &Caller,
    ) -> Result<Self, ErrorObject> {
        let invalid = |message: String| ErrorObject::new(ErrorCode::INVALID_PARAMS, message);
        let call: CallParams<'_> = params.decode().map_err(invalid)?;
        let surface = inner.surface.get();
        let visible = |tool: &&Arc<Prepared>| inner.shows(tool, caller);
        let found = surface.tool(call.name.as_ref()).filter(visible);
        let Some(tool) = found.map(Arc::clone) else {
            let names = surface.tools.iter().filter(visible);
            let names = names.map(|tool| tool.name.as_ref());
            let hint = match closest(&call.name, names) {
                Some(name) => format!("; did you mean `{name}`?"),
                None => String::new(),
            };
            return Err(invalid(format!("unknown tool `{}`{hint}", call.name)));
        };
        let arguments = match call.arguments.map(serde_json::value::RawValue::get) {
            None => None,
            Some(raw) if raw.starts_with('{') => {
                // `raw` is a part of `text`, so the distance of their starts is its place.
                let start = raw.as_ptr().addr() - text.as_ptr().addr();
                Some(start..start + raw.len())
            }
            Some(_) => return Err(invalid("`arguments` must be an object".to_owned())),
        };
        let progress = progress_token(params)?;
        Ok(Self {
            tool,
            arguments,
            progress,
        })
    }
}

/// Starts a call.
pub(super) fn start(
    connection: &Arc<ConnectionInner>,
    id: Id,
    found: Found,
    text: String,
    caller: Caller,
    outlet: &Outlet,
) -> Answer {
    let inner = &connection.service;
    if let Some(answer) = incapable(inner, &found.tool, &id, &caller) {
        return Answer::Now(answer);
    }
    let version = caller.version;
    let Begun {
        permit,
        slot,
        context,
    } = match begin(connection, id, caller, found.progress, outlet) {
        Ok(begun) => begun,
        Err(refused) => return Answer::Now(refused),
    };
    let token = slot.started.token.clone();
    let call = call(&found.tool, text, found.arguments, context);
    let tool = found.tool;
    if tool.run == Run::Inline {
        let outcome = run_here(&tool, call);
        return match finish(slot, &tool, version, outcome) {
            Some(answer) => Answer::Now(answer),
            None => Answer::None,
        };
    }
    let queued = tool.turns.as_ref().map(Turns::queue);
    Answer::Later(Box::pin(async move {
        let tool = &*tool;
        let outcome = tokio::select! {
            biased;
            () = token.cancelled() => {
                tracing::debug!(tool = %tool.name, id = %slot.id, "the call was cancelled");
                return None;
            }
            outcome = in_turn(tool, call, permit, queued) => outcome,
            text = too_long(tool.timeout) => {
                tracing::warn!(tool = %tool.name, id = %slot.id, "{text}");
                // for a function on a thread, which nobody can stop
                token.cancel();
                Ok(Ok(Output::from(ToolResult::error(text))))
            }
            never = tend(slot.progress.as_ref(), tool.heartbeat) => match never {},
        };
        finish(slot, tool, version, outcome)
    }))
}

/// The answer to a client that lacks a capability that the tool needs.
///
/// Older revisions have no error for it, and their clients hide errors of the protocol from the
/// model; so it reads of it in a result and can take another way.
fn incapable(inner: &Inner, tool: &Prepared, id: &Id, caller: &Caller) -> Option<Vec<u8>> {
    let missing = tool.requires.without(caller.capabilities);
    if missing == ClientCapabilities::NONE {
        return None;
    }
    Some(match caller.version.era() {
        Era::Modern => write_error(Ok(id), &missing_capabilities(&tool.name, missing)),
        Era::Legacy => {
            let text = missing_capabilities(&tool.name, missing).message;
            let outcome = Ok(Ok(Output::from(ToolResult::error(text))));
            write(inner, tool, caller.version, id, outcome)
        }
    })
}

/// Runs a tool when it is its turn.
async fn in_turn(
    tool: &Prepared,
    call: Call,
    mut permit: Permit,
    queued: Option<Queued>,
) -> Result<Outcome, Panicked> {
    if let Some(queued) = queued {
        permit.turn = queued.turn().await;
    }
    run(tool, call, permit).await
}

/// Waits for the end of a call's time, if it has one; gives the words for it.
async fn too_long(timeout: Option<Duration>) -> String {
    let Some(timeout) = timeout else {
        return std::future::pending().await;
    };
    tokio::time::sleep(timeout).await;
    let time = match timeout.subsec_millis() {
        0 => format!("{} s", timeout.as_secs()),
        _ => format!("{} ms", timeout.as_millis()),
    };
    format!("the tool did not finish within {time}")
}

/// The answer of a call that ended, unless it was cancelled meanwhile.
fn finish(
    slot: Slot,
    tool: &Prepared,
    version: ProtocolVersion,
    outcome: Result<Outcome, Panicked>,
) -> Option<Vec<u8>> {
    let inner = &slot.connection.service;
    let answer = write(inner, tool, version, &slot.id, outcome);
    slot.end(answer)
}

fn call(tool: &Prepared, text: String, arguments: Option<Range<usize>>, context: Context) -> Call {
    let rules = match &tool.handler {
        Handler::Static(descriptor) => Rules::new(descriptor, tool.patterns.clone()),
        Handler::Dynamic { .. } => Rules::default(),
    };
    let (message, arguments) = match arguments {
        Some(place) => (text, place),
        None => ("{}".to_owned(), 0..2),
    };
    let rules = rules.published(tool.published.clone());
    Call::new(tool.name.clone(), rules, message, arguments, context)
}

/// Runs a sync tool on this thread.
fn run_here(tool: &Prepared, call: Call) -> Result<Outcome, Panicked> {
    match &tool.handler {
        Handler::Static(descriptor) => running::here(&tool.name, descriptor.call, call),
        Handler::Dynamic { .. } => unreachable!("tools made at run time are async"),
    }
}

/// Runs a tool where its kind belongs.
async fn run(tool: &Prepared, call: Call, permit: Permit) -> Result<Outcome, Panicked> {
    match &tool.handler {
        Handler::Static(descriptor) => {
            running::function(&tool.name, tool.run, descriptor.call, call, permit).await
        }
        Handler::Dynamic { function, .. } => {
            let future = guarded(&tool.name, || function.call(call))?;
            Guarded::new(&tool.name, future).await
        }
    }
}

/// Writes the answer of a call that ended.
fn write(
    inner: &Inner,
    tool: &Prepared,
    version: ProtocolVersion,
    id: &Id,
    outcome: Result<Outcome, Panicked>,
) -> Vec<u8> {
    let tail = &inner.modern_tail;
    let error = |text: String| {
        let mut out = start_result(id, text.len() + tail.len() + 96);
        write_content(&mut out, version, &ToolResult::error(text), tail);
        out.push(b'}');
        out
    };
    let output = match outcome {
        Err(Panicked) => return error(FAILED.to_owned()),
        Ok(Err(refusal)) => match refused(refusal, version) {
            Ok(text) => return error(text),
            Err(object) => return write_error(Ok(id), &object),
        },
        Ok(Ok(output)) => output,
    };
    match output.0 {
        OutputKind::Failed(text) if inner.mask_errors => {
            tracing::warn!(tool = %tool.name, error = text, "the tool failed");
            error(FAILED.to_owned())
        }
        OutputKind::Failed(text) => error(text),
        OutputKind::Value(json, shown) => {
            let length = json.len() + shown.as_ref().map_or(json.len(), String::len);
            let mut out = start_result(id, length + tail.len() + 128);
            write_value(&mut out, tool, version, (&json, shown.as_deref()), tail);
            out.push(b'}');
            out
        }
        OutputKind::Result(result) => {
            let mut out = start_result(id, tail.len() + 256);
            write_content(&mut out, version, &result, tail);
            out.push(b'}');
            out
        }
    }
}

/// A call that was not made: a text for the model, or an error of the protocol.
fn refused(refusal: Refusal, version: ProtocolVersion) -> Result<String, ErrorObject> {
    match refusal {
        Refusal::Arguments(text) if version.reports_arguments_to_the_model() => Ok(text),
        Refusal::Arguments(text) => Err(ErrorObject::new(ErrorCode::INVALID_PARAMS, text)),
        Refusal::Protocol(error) => Err(error.object().clone()),
    }
}
