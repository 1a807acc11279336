//! What must hold of the tools of a server before it is built; one function a rule.

use super::build_error::BuildFault;
use crate::tool::{Context, Handler, Source, States, Tool};
use std::any::TypeId;

/// Clients find a tool by its name alone. The macro checks this inside a crate; mounts, lists
/// and tools made at run time meet only here. `tools` are in name order.
pub(super) fn names(tools: &[Tool], faults: &mut Vec<BuildFault>) {
    for pair in tools.windows(2) {
        if let [first, second] = pair
            && first.name() == second.name()
        {
            let name = first.name().to_owned();
            faults.push(match (source(first), source(second)) {
                (Some(one), Some(other)) if one == other => BuildFault::AddedTwice { name },
                (first, second) => BuildFault::NameTwice {
                    name,
                    first,
                    second,
                },
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

fn source(tool: &Tool) -> Option<Source> {
    match &tool.handler {
        Handler::Static(descriptor) => Some(descriptor.source),
        Handler::Dynamic { .. } => None,
    }
}
