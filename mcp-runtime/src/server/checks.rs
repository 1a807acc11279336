//! What must hold of the tools of a server before it is built; one function a rule.

use super::build_error::BuildFault;
use crate::tool::{Context, Handler, Source, StateUse, States, Tool};
use std::any::TypeId;

/// Clients find a tool by its name alone. The macro checks this inside a crate; mounts, lists
/// and tools made at run time meet only here. `tools` are in name order.
pub(super) fn names(tools: &[Tool], faults: &mut Vec<BuildFault>) {
    for pair in tools.windows(2) {
        if let [first, second] = pair
            && first.name() == second.name()
        {
            let same = source(first).is_some()
                && source(first) == source(second)
                && owner(first).map(|state| (state.type_id)())
                    == owner(second).map(|state| (state.type_id)());
            faults.push(if same {
                BuildFault::added_twice(first.name(), owner(first))
            } else {
                BuildFault::NameTwice {
                    name: first.name().to_owned(),
                    first: source(first),
                    second: source(second),
                }
            });
        }
    }
    for tool in tools.iter().filter(|tool| !is_name(tool.name())) {
        faults.push(BuildFault::Name {
            name: tool.name().to_owned(),
        });
    }
}

/// Spec: MCP 2026-07-28, server/tools, "Tool Names".
fn is_name(name: &str) -> bool {
    let known = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    (1..=128).contains(&name.len()) && !name.starts_with('_') && name.bytes().all(known)
}

/// A tool that borrows what nobody gave could only fail when it is called.
pub(super) fn states(tool: &Tool, states: &States, faults: &mut Vec<BuildFault>) {
    let Handler::Static(descriptor) = &tool.handler else {
        return;
    };
    for state in descriptor.states {
        let id = (state.type_id)();
        let given = states.contains(id) || states.contains((state.shared_id)());
        if !state.optional && id != TypeId::of::<Context>() && !given {
            faults.push(BuildFault::missing_state(tool.name(), state));
        }
    }
}

/// What a method is called on; no other parameter can be named `self`.
fn owner(tool: &Tool) -> Option<&'static StateUse> {
    match &tool.handler {
        Handler::Static(descriptor) => descriptor
            .states
            .first()
            .filter(|state| state.parameter == "self"),
        Handler::Dynamic { .. } => None,
    }
}

fn source(tool: &Tool) -> Option<Source> {
    match &tool.handler {
        Handler::Static(descriptor) => Some(descriptor.source),
        Handler::Dynamic { .. } => None,
    }
}
