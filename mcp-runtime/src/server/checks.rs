//! What must hold of a server before it is built; one function a rule.

use super::build_error::{BuildFault, Kind};
use crate::prompt::Prompt;
use crate::resource::Resource;
use crate::tool::{Context, Handler, Source, StateUse, States, Tool};
use std::any::TypeId;

/// What the rules look at, whatever it is.
struct Served<'s> {
    kind: Kind,
    name: &'s str,
    source: Option<Source>,
    states: &'static [StateUse],
}

/// Holds every rule; each list is in name order.
pub(super) fn all(
    tools: &[Tool],
    prompts: &[Prompt],
    resources: &[Resource],
    states: &States,
    faults: &mut Vec<BuildFault>,
) {
    let tools: Vec<Served<'_>> = tools.iter().map(tool).collect();
    let prompts: Vec<Served<'_>> = prompts.iter().map(prompt).collect();
    let mut by_uri: Vec<&Resource> = resources.iter().collect();
    let resources: Vec<Served<'_>> = resources.iter().map(resource).collect();
    for list in [&tools, &prompts, &resources] {
        names(list, faults);
    }
    by_uri.sort_by_key(|resource| resource.uri());
    uris(&by_uri, faults);
    for one in tools.iter().chain(&prompts).chain(&resources) {
        lent(one, states, faults);
    }
}

fn tool(tool: &Tool) -> Served<'_> {
    let descriptor = match &tool.handler {
        Handler::Static(descriptor) => Some(descriptor),
        Handler::Dynamic { .. } => None,
    };
    Served {
        kind: Kind::Tool,
        name: tool.name(),
        source: descriptor.map(|descriptor| descriptor.source),
        states: descriptor.map_or(&[], |descriptor| descriptor.states),
    }
}

fn prompt(prompt: &Prompt) -> Served<'_> {
    Served {
        kind: Kind::Prompt,
        name: prompt.name(),
        source: Some(prompt.descriptor.source),
        states: prompt.descriptor.states,
    }
}

fn resource(resource: &Resource) -> Served<'_> {
    Served {
        kind: Kind::Resource,
        name: resource.name(),
        source: Some(resource.descriptor.source),
        states: resource.descriptor.states,
    }
}

/// Clients find a tool or a prompt by its name alone. The macro checks this inside a crate; mounts, lists
/// and tools made at run time meet only here.
fn names(list: &[Served<'_>], faults: &mut Vec<BuildFault>) {
    for pair in list.windows(2) {
        if let [first, second] = pair
            && first.name == second.name
        {
            faults.push(if is_same(first, second) {
                BuildFault::added_twice(first.kind, first.name, owner(first.states))
            } else {
                BuildFault::NameTwice {
                    kind: first.kind,
                    name: first.name.to_owned(),
                    first: first.source,
                    second: second.source,
                }
            });
        }
    }
    for one in list.iter().filter(|one| !is_name(one.kind, one.name)) {
        faults.push(BuildFault::Name {
            kind: one.kind,
            name: one.name.to_owned(),
        });
    }
}

fn is_same(first: &Served<'_>, second: &Served<'_>) -> bool {
    first.source.is_some()
        && first.source == second.source
        && owner(first.states).map(|state| (state.type_id)())
            == owner(second.states).map(|state| (state.type_id)())
}

/// Clients find a resource by its URI alone. `resources` are in the order of their URIs.
fn uris(resources: &[&Resource], faults: &mut Vec<BuildFault>) {
    for pair in resources.windows(2) {
        if let [first, second] = pair
            && first.uri() == second.uri()
            // what was added twice has been said
            && first.descriptor.source != second.descriptor.source
        {
            faults.push(BuildFault::UriTwice {
                uri: first.uri().to_owned(),
                first: first.descriptor.source,
                second: second.descriptor.source,
            });
        }
    }
}

/// Spec: MCP 2026-07-28, server/tools, "Tool Names". A resource is called by its URI, and its name is for
/// people too; the macro has looked at it.
fn is_name(kind: Kind, name: &str) -> bool {
    let known = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    kind == Kind::Resource
        || (1..=128).contains(&name.len()) && !name.starts_with('_') && name.bytes().all(known)
}

/// What borrows a value that nobody gave could only fail when it is called.
fn lent(one: &Served<'_>, states: &States, faults: &mut Vec<BuildFault>) {
    for state in one.states {
        let id = (state.type_id)();
        let given = states.contains(id) || states.contains((state.shared_id)());
        if !state.optional && id != TypeId::of::<Context>() && !given {
            faults.push(BuildFault::missing_state(one.kind, one.name, state));
        }
    }
}

/// What a method is called on; no other parameter can be named `self`.
fn owner(states: &'static [StateUse]) -> Option<&'static StateUse> {
    states.first().filter(|state| state.parameter == "self")
}
