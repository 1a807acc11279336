//! Rules about the keys that say how calls run.

use crate::errors::Errors;
use crate::model::Tool;

/// A function that runs where its message was read is not watched by anybody.
pub(super) fn timeout_needs_a_watcher(errors: &mut Errors, tool: &Tool) {
    if let (Some((_, at)), Some(_)) = (&tool.running.timeout, tool.inline) {
        errors.at(
            *at,
            "`timeout` cannot end an `inline` function; leave one of the two out",
        );
    }
}

/// Nor does anybody tell its caller meanwhile that it is alive.
pub(super) fn heartbeat_needs_a_watcher(errors: &mut Errors, tool: &Tool) {
    if let (Some((_, at)), Some(_)) = (&tool.running.heartbeat, tool.inline) {
        errors.at(
            *at,
            "`heartbeat` cannot report on an `inline` function; leave one of the two out",
        );
    }
}

/// A function that runs where its message was read cannot wait there for another call.
pub(super) fn sequential_needs_a_queue(errors: &mut Errors, tool: &Tool) {
    if let (Some(at), Some(_)) = (tool.running.sequential, tool.inline) {
        errors.at(
            at,
            "a `sequential` function may have to wait, and an `inline` one cannot; leave one of the two out",
        );
    }
}

/// `blocking` says where a function that holds its thread runs; an async one holds none.
pub(super) fn blocking_is_for_sync(errors: &mut Errors, tool: &Tool) {
    let Some(at) = tool.running.blocking else {
        return;
    };
    if tool.function.is_async() {
        let instead = match tool.function.sig.asyncness {
            Some(_) => "or take the `async` away",
            None => "or return the value itself",
        };
        errors.at(
            at,
            format!("`blocking` is for a sync `fn`; leave it out, {instead}"),
        );
    } else if tool.inline.is_some() {
        errors.at(
            at,
            "`blocking` and `inline` are two places to run in; leave one of the two out",
        );
    }
}
