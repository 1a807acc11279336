//! The methods that are requests, and which of them a server has.
//!
//! Does not know eras and handshakes: that is `connection`.

use super::build::Inner;
use crate::wire::ProtocolVersion;

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
    Complete,
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
        let has_tools = !inner.tools.is_empty();
        let has_prompts = !inner.prompts.all.is_empty();
        let has_resources = !inner.resources.is_empty();
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
            "completion/complete" => (Self::Complete, inner.has_completions()),
            _ => return None,
        };
        has.then_some(method)
    }
}

impl Inner {
    /// The result object of one page; `None` for a cursor that was never given out.
    pub(super) fn page(
        &self,
        list: List,
        version: ProtocolVersion,
        cursor: Option<&str>,
    ) -> Option<&[u8]> {
        let pages = &self.lists[list as usize];
        match list {
            List::Tools => pages.page(&self.tools, &self.info, version, cursor),
            List::Prompts => pages.page(&self.prompts.all, &self.info, version, cursor),
            List::Resources => pages.page(&self.resources.single, &self.info, version, cursor),
            List::Templates => pages.page(&self.resources.templates, &self.info, version, cursor),
        }
    }
}
