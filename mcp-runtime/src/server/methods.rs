//! The methods that are requests, and which of them a server has.
//!
//! Does not know eras and handshakes: that is `connection`.

use super::build::Inner;

/// The methods that are requests.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    Initialize,
    Ping,
    Discover,
    List(List),
    CallTool,
    GetPrompt,
    ReadResource,
    Subscribe,
    Unsubscribe,
    Listen,
    Complete,
    SetLevel,
}

/// What is listed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    Tools,
    Prompts,
    Resources,
    Templates,
}

impl Method {
    /// The method named `name`; what a server does not offer it does not have.
    pub(super) fn known(inner: &Inner, name: &str) -> Option<Self> {
        let surface = inner.surface.get();
        let changes = inner.changes;
        let has_tools = changes || !surface.tools.is_empty();
        let has_prompts = changes || !surface.prompts.all.is_empty();
        let has_resources = changes || !surface.resources.is_empty();
        let eras = inner.eras;
        let (method, has) = match name {
            "initialize" => (Self::Initialize, true),
            "ping" => (Self::Ping, eras.legacy),
            "server/discover" => (Self::Discover, eras.modern),
            "tools/list" => (Self::List(List::Tools), has_tools),
            "tools/call" => (Self::CallTool, has_tools),
            "prompts/list" => (Self::List(List::Prompts), has_prompts),
            "prompts/get" => (Self::GetPrompt, has_prompts),
            "resources/list" => (Self::List(List::Resources), has_resources),
            "resources/templates/list" => (Self::List(List::Templates), has_resources),
            "resources/read" => (Self::ReadResource, has_resources),
            "resources/subscribe" => (Self::Subscribe, changes && eras.legacy),
            "resources/unsubscribe" => (Self::Unsubscribe, changes && eras.legacy),
            "subscriptions/listen" => (Self::Listen, changes && eras.modern),
            "logging/setLevel" => (Self::SetLevel, eras.legacy && inner.runs_something()),
            "completion/complete" => (Self::Complete, surface.has_completions()),
            _ => return None,
        };
        has.then_some(method)
    }
}
