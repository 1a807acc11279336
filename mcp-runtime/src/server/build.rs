//! A server that was checked and is ready to serve.

use super::answer::{info_json, modern_tail};
use super::begun::Caller;
use super::build_error::{BuildError, BuildFault};
use super::builder::{Kept, Server};
use super::connection::Connection;
use super::hub::Hub;
use super::lists::{write_all, write_cache};
use super::prepared::Prepared;
use super::settings::{Cache, CacheScope, Eras, Limits};
use super::source::Source;
use super::span::SpanHook;
use super::surface::{Current, Rendering};
use super::turns::AllTurns;
use super::visible::Filter;
use crate::jsonrpc::write_string;
use crate::prompt::Prompt;
use crate::registry::Registry;
use crate::resource::Resource;
use crate::schema::Profile;
use crate::tool::States;
#[cfg(feature = "cli")]
use crate::tool::{Handler, ShellArgument};
use crate::wire::{Era, Implementation, ProtocolVersion};
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex};

/// A server ready to serve: registry checked, schemas made. Cheap to clone.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), mcp::server::BuildError> {
/// let service = mcp::Server::new("empty", "1.0.0").build()?;
/// let answer = service.handle(br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
/// assert_eq!(answer.as_deref(), Some(&br#"{"jsonrpc":"2.0","id":1,"result":{}}"#[..]));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Service {
    pub(super) inner: Arc<Inner>,
    /// The connection behind [`Service::handle`].
    shared: Connection,
}

/// What all connections of a server share.
#[derive(Debug)]
pub(super) struct Inner {
    pub(super) info: Implementation,
    pub(super) instructions: Option<String>,
    pub(super) surface: Current,
    /// What is offered may change.
    pub(super) changes: bool,
    /// What changes are made to.
    pub(super) source: Mutex<Source>,
    /// Who wants to hear of changes.
    pub(super) hub: Hub,
    /// Nobody looks at it without a transport that keeps something.
    #[cfg_attr(not(feature = "http"), allow(dead_code))]
    pub(super) kept: Kept,
    pub(super) states: Arc<States>,
    pub(super) eras: Eras,
    pub(super) mask_errors: bool,
    pub(super) cache: Cache,
    /// Which tools a request may see.
    pub(super) visible: Option<Filter>,
    pub(super) limits: Limits,
    pub(super) span_hook: Option<SpanHook>,
    /// Functions that run, on all connections.
    pub(super) running: AtomicUsize,
    /// The end of every modern result.
    pub(super) modern_tail: Vec<u8>,
}

impl Service {
    pub(super) fn new(server: Server) -> Result<Self, BuildError> {
        let mut faults = Vec::new();
        if !server.eras.legacy && !server.eras.modern {
            faults.push(BuildFault::NoEra);
        }
        if server.visible.is_some() && server.cache.scope == CacheScope::Public {
            faults.push(BuildFault::SharedView);
        }
        let instructions = server.registry.instructions();
        let mut states = server.states;
        states.extend(server.registry.states.clone());
        if let Some(name) = states.repeated() {
            faults.push(BuildFault::state_twice(name));
        }
        let rendering = Rendering {
            page_size: server.page_size,
            cache: server.cache,
        };
        let mut source = Source::new(server.profile, server.validates, rendering);
        source.take_in(&server.registry);
        let surface = source.surface(&states, faults)?;
        let inner = Arc::new(Inner {
            surface: Current::new(surface),
            source: Mutex::new(source),
            changes: server.handle.is_given(),
            hub: Hub::default(),
            kept: server.kept,
            modern_tail: modern_tail(&server.info),
            info: server.info,
            instructions: server.instructions.or(instructions),
            states: Arc::new(states),
            eras: server.eras,
            mask_errors: server.mask_errors,
            cache: server.cache,
            visible: server.visible,
            limits: server.limits,
            span_hook: server.span_hook,
            running: AtomicUsize::new(0),
        });
        server.handle.lead_to(&inner);
        Ok(Self {
            shared: Connection::new(Arc::clone(&inner)),
            inner,
        })
    }

    /// A connection of one client, with a handshake and calls of its own.
    pub fn connect(&self) -> Connection {
        Connection::new(Arc::clone(&self.inner))
    }

    /// Answers one message without a transport; `None` when no answer is owed.
    ///
    /// All messages given to one service, and to its clones, are one connection: a handshake
    /// counts for what follows. Must be called within a tokio runtime.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future cancels the call.
    pub async fn handle(&self, message: impl Into<Vec<u8>>) -> Option<Vec<u8>> {
        self.shared.handle(message).await
    }

    /// What a transport kept with the server.
    #[cfg(feature = "http")]
    pub(crate) fn kept<T: std::any::Any>(&self) -> Option<&T> {
        self.inner.kept.0.as_deref()?.downcast_ref()
    }

    /// What the server admits.
    pub fn limits(&self) -> &Limits {
        &self.inner.limits
    }

    /// What the command line knows of a tool's arguments besides their keys.
    #[cfg(feature = "cli")]
    pub(crate) fn shell(&self, tool: &str) -> &'static [ShellArgument] {
        let surface = self.inner.surface.get();
        match surface.tool(tool).map(|tool| &tool.handler) {
            Some(Handler::Static(descriptor)) => descriptor.shell,
            Some(Handler::Dynamic { .. }) | None => &[],
        }
    }

    /// The server's name, version and title.
    pub fn info(&self) -> &Implementation {
        &self.inner.info
    }

    /// What `tools/list` answers to a client of `era`: `{"tools":[…]}`, all on one page.
    pub fn tools_json(&self, era: Era) -> String {
        tools_json(&self.inner.surface.get().tools, era)
    }
}

impl Service {
    /// The prompts, then the resources and templates.
    pub(crate) fn shown(&self) -> (Vec<Prompt>, Vec<Resource>) {
        let surface = self.inner.surface.get();
        let resources = &surface.resources;
        let templates = resources.templates.iter().map(|one| &one.resource);
        (
            surface.prompts.all.clone(),
            resources.single.iter().chain(templates).cloned().collect(),
        )
    }
}

impl Server {
    /// The prompts, then the resources and templates.
    pub(crate) fn shown(&self) -> (Vec<Prompt>, Vec<Resource>) {
        (
            self.registry.prompts().to_vec(),
            self.registry.resources().to_vec(),
        )
    }

    /// What `tools/list` would answer, for who looks at the tools and does not call them: whether
    /// they can be served together is not asked.
    pub(crate) fn tools_json(&self, era: Era) -> Result<String, BuildError> {
        let mut faults = Vec::new();
        let tools = prepare(&self.registry, self.profile, &mut faults);
        match faults.is_empty() {
            true => Ok(tools_json(&tools, era)),
            false => Err(BuildError { faults }),
        }
    }
}

/// The tools in name order, with their schemas as text; those at fault are left out.
fn prepare(
    registry: &Registry,
    profile: Profile,
    faults: &mut Vec<BuildFault>,
) -> Vec<Arc<Prepared>> {
    let mut tools = registry.tools().to_vec();
    tools.sort_by(|a, b| a.name().cmp(b.name()));
    let mut turns = AllTurns::default();
    let mut prepared = Vec::with_capacity(tools.len());
    for tool in tools {
        match Prepared::new(tool, profile, false, &mut turns) {
            Ok(tool) => prepared.push(Arc::new(tool)),
            Err(fault) => faults.push(fault),
        }
    }
    prepared
}

fn tools_json(tools: &[Arc<Prepared>], era: Era) -> String {
    let version = match era {
        Era::Legacy => ProtocolVersion::LATEST_LEGACY,
        Era::Modern => ProtocolVersion::LATEST,
    };
    let mut out = br#"{"tools":"#.to_vec();
    write_all(&mut out, tools, version);
    out.push(b'}');
    String::from_utf8(out).expect("made of text alone")
}

impl Inner {
    /// Whether a request of `caller` may see a tool.
    pub(super) fn shows(&self, tool: &Prepared, caller: &Caller) -> bool {
        let filter = self.visible.as_ref();
        filter.is_none_or(|filter| filter.shows(tool, caller))
    }

    /// The result of `initialize`.
    pub(super) fn initialize_result(&self, version: ProtocolVersion) -> Vec<u8> {
        let mut out = format!(r#"{{"protocolVersion":"{version}","#).into_bytes();
        self.write_capabilities(&mut out, version);
        out.extend_from_slice(br#","serverInfo":"#);
        out.extend_from_slice(&info_json(&self.info, version));
        self.write_instructions(&mut out);
        out.push(b'}');
        out
    }

    /// The result of `server/discover`.
    pub(super) fn discover_result(&self) -> Vec<u8> {
        let mut out = br#"{"resultType":"complete","supportedVersions":"#.to_vec();
        out.extend_from_slice(self.supported_versions().as_bytes());
        out.push(b',');
        self.write_capabilities(&mut out, ProtocolVersion::LATEST);
        self.write_instructions(&mut out);
        write_cache(&mut out, self.cache);
        out.extend_from_slice(&self.modern_tail);
        out
    }

    /// The modern versions as a JSON array.
    pub(super) fn supported_versions(&self) -> String {
        format!(r#"["{}"]"#, ProtocolVersion::LATEST)
    }

    /// Whether there is, or may be, a function that could log.
    pub(super) fn runs_something(&self) -> bool {
        let surface = self.surface.get();
        let has_some = !surface.tools.is_empty() || !surface.prompts.all.is_empty();
        self.changes || has_some || !surface.resources.is_empty()
    }

    fn write_capabilities(&self, out: &mut Vec<u8>, version: ProtocolVersion) {
        let surface = self.surface.get();
        let changes = self.changes;
        let completions = surface.has_completions() && version.has_completions_capability();
        let (changed, subscribe) = match changes {
            true => (
                r#"{"listChanged":true}"#,
                r#"{"listChanged":true,"subscribe":true}"#,
            ),
            false => ("{}", "{}"),
        };
        let has_prompts = changes || !surface.prompts.all.is_empty();
        let has_resources = changes || !surface.resources.is_empty();
        let has_tools = changes || !surface.tools.is_empty();
        let known = [
            ("completions", completions, "{}"),
            ("logging", self.runs_something(), "{}"),
            ("prompts", has_prompts, changed),
            ("resources", has_resources, subscribe),
            ("tools", has_tools, changed),
        ];
        let known = known.iter().filter(|(_, has, _)| *has);
        let known: Vec<String> = known
            .map(|(name, _, what)| format!(r#""{name}":{what}"#))
            .collect();
        let known = known.join(",");
        out.extend_from_slice(format!(r#""capabilities":{{{known}}}"#).as_bytes());
    }

    fn write_instructions(&self, out: &mut Vec<u8>) {
        if let Some(text) = &self.instructions {
            out.extend_from_slice(br#","instructions":"#);
            write_string(out, text);
        }
    }
}
