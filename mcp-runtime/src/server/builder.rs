//! The builder, by value: what a server offers and under which limits.

use super::build::Service;
use super::build_error::BuildError;
use super::handle::Handle;
use super::settings::{Cache, CacheScope, Eras, Limits};
use super::span::SpanHook;
use super::visible::Filter;
use crate::registry::Registry;
use crate::schema::Profile;
use crate::tool::{States, Tool};
use crate::wire::{Era, Implementation};
use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A server in the making.
///
/// [`server!`](crate::server!) starts one with the package's name and version and the tools of the
/// crate.
///
/// ```
/// /// Greets somebody.
/// #[mcp::tool]
/// fn greet(name: String) -> String {
///     format!("Hello, {name}!")
/// }
///
/// # fn main() {
/// let server = mcp::Server::new("greeter", "1.0.0")
///     .instructions("Greets people by name.")
///     .tools(mcp::tools![greet]);
/// assert!(server.build().is_ok());
/// # }
/// ```
#[derive(Debug)]
#[must_use = "a server does nothing until it is run or built"]
pub struct Server {
    pub(super) info: Implementation,
    pub(super) instructions: Option<String>,
    pub(super) registry: Registry,
    pub(super) states: States,
    pub(super) eras: Eras,
    pub(super) profile: Profile,
    pub(super) validates: bool,
    pub(super) mask_errors: bool,
    pub(super) page_size: Option<usize>,
    pub(super) cache: Cache,
    pub(super) limits: Limits,
    pub(super) handle: Handle,
    pub(super) visible: Option<Filter>,
    pub(super) span_hook: Option<SpanHook>,
    pub(super) kept: Kept,
}

/// What a transport keeps with a server until it is served; nobody here knows what it is.
#[derive(Clone, Default)]
pub(super) struct Kept(pub(super) Option<Arc<dyn Any + Send + Sync>>);

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Kept").field(&self.0.is_some()).finish()
    }
}

impl Server {
    /// A server without tools, by name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            info: Implementation::new(name, version),
            instructions: None,
            registry: Registry::new(),
            states: States::default(),
            eras: Eras::BOTH,
            profile: Profile::default(),
            validates: false,
            mask_errors: false,
            page_size: None,
            cache: Cache::default(),
            limits: Limits::default(),
            handle: Handle::default(),
            visible: None,
            span_hook: None,
            kept: Kept::default(),
        }
    }

    /// A name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.info.title = Some(title.into());
        self
    }

    /// Where the server lives on the web.
    pub fn website(mut self, url: impl Into<String>) -> Self {
        self.info.website_url = Some(url.into());
        self
    }

    /// What the model should know before it uses the server.
    ///
    /// Unless given, these are the doc comments of the `impl` blocks under
    /// `#[mcp::tool]` whose tools are served: those of a crate in the order
    /// of their files and lines, others in the order in which they were added, with a blank line
    /// in between.
    pub fn instructions(mut self, text: impl Into<String>) -> Self {
        self.instructions = Some(text.into());
        self
    }

    /// Adds one tool.
    pub fn tool(mut self, tool: impl Into<Tool>) -> Self {
        self.registry.extend(Registry::from(tool.into()));
        self
    }

    /// Adds tools, and the prompts and resources beside them: those of a crate or some of them ([`registry!`](crate::registry!)), a library's,
    /// or a value whose methods are tools, such as `Weather::new()` for an `impl Weather` under
    /// [`#[mcp::tool]`](macro@crate::tool).
    ///
    /// With a value come the tools of its type, and the value is the state that they borrow. Where
    /// `registry!()` has the tools already, give the value with [`state`](Self::state) instead, or
    /// mark the block `#[mcp::tool(unlisted)]`: a tool that is added twice makes
    /// [`build`](Self::build) fail.
    pub fn tools(mut self, tools: impl Into<Registry>) -> Self {
        self.registry.extend(tools.into());
        self
    }

    /// Adds prompts: [`prompts!`](crate::prompts!). The same as [`tools`](Self::tools), which takes
    /// whatever a registry has.
    pub fn prompts(self, prompts: impl Into<Registry>) -> Self {
        self.tools(prompts)
    }

    /// Adds resources: [`resources!`](crate::resources!). The same as [`tools`](Self::tools), which
    /// takes whatever a registry has.
    pub fn resources(self, resources: impl Into<Registry>) -> Self {
        self.tools(resources)
    }

    /// Adds tools under a prefix: `add` mounted as `math` is called `math__add`. The names of prompts and
    /// resources change in the same way; resources keep their URIs.
    pub fn mount(self, prefix: &str, tools: impl Into<Registry>) -> Self {
        self.tools(tools.into().prefixed(prefix))
    }

    /// Gives a value that tools borrow through a parameter of type `&T` or `Option<&T>`.
    ///
    /// One value of each type; a tool that needs a type that was not given makes
    /// [`build`](Self::build) fail.
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.states.insert(value);
        self
    }

    /// Serves these eras only; both are served unless told otherwise.
    pub fn eras(mut self, eras: impl IntoIterator<Item = Era>) -> Self {
        self.eras = Eras::of(eras);
        self
    }

    /// How much of JSON Schema the published schemas use.
    pub fn profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// Holds arguments against the published input schema too, by an independent validator that is
    /// compiled when the server is built.
    ///
    /// A tool takes what its types can be decoded from; with this, what the types publish beyond
    /// that holds as well: ranges, lengths and patterns from `#[schemars(..)]`, `uniqueItems`, and
    /// all of a schema that is written by hand. Tools made at run time
    /// ([`Tool::dynamic`]) have nobody else to check their arguments. The caller reads every fault
    /// at once, in the same words as those of the decoder; what both find is told once, and at most
    /// fifty more of the validator's.
    ///
    /// ```
    /// use mcp::{Server, Tool, ObjectSchema, schema::Type};
    ///
    /// #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// struct Seats(#[schemars(range(min = 1, max = 9))] u32);
    ///
    /// /// Books seats.
    /// #[mcp::tool]
    /// fn book(seats: Seats) -> String {
    ///     format!("booked {}", seats.0) // from 1 to 9
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let server = Server::new("booking", "1.0.0").tools(mcp::tools![book]);
    /// let service = server.validate_arguments().build().expect("a sound server");
    /// # let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"book","arguments":{"seats":0},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"probe","version":"0"},"io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    /// # let answer = String::from_utf8(service.handle(call).await.unwrap()).unwrap();
    /// # let text =
    /// "`seats`: expected an integer from 1 to 9, got the number 0"
    /// # ; assert!(answer.contains(text), "{answer}");
    /// # }
    /// ```
    ///
    /// `null` for something optional is as if it were left out, as everywhere. A `format` is
    /// checked if it means the same to everybody: `date`, `date-time`, `time`, `duration`,
    /// `email`, `ipv4`, `ipv6`, `uri`, `uuid`; any other is left to the type. What a type reads
    /// beyond its schema (`#[serde(alias)]`, a UUID without hyphens) is refused. A pattern with
    /// lookaround or backreferences may try 100 000 steps back, then the value is refused.
    ///
    /// Off unless asked for, also with the feature: a feature that some other crate turns on must
    /// not change what this server takes.
    #[cfg(feature = "validate")]
    pub fn validate_arguments(mut self) -> Self {
        self.validates = true;
        self
    }

    /// Keeps the text of a function's `Err` off the wire: the caller reads "the tool failed" (or the
    /// prompt, the resource), the log has the text.
    ///
    /// Off unless asked for, because the model needs the reason to react.
    pub fn mask_errors(mut self) -> Self {
        self.mask_errors = true;
        self
    }

    /// Lists at most so many tools, prompts or resources on one page; all on one page unless told
    /// otherwise.
    pub fn page_size(mut self, entries: usize) -> Self {
        self.page_size = Some(entries.max(1));
        self
    }

    /// How long modern clients may keep lists and the discovery, and for whom. Not at all unless
    /// told otherwise. What a resource was when it was read may be another thing the next time, so that
    /// is never kept.
    pub fn cache(mut self, ttl: Duration, scope: CacheScope) -> Self {
        self.cache = Cache { ttl, scope };
        self
    }

    /// The longest message, in bytes; 16 MiB unless told otherwise.
    pub fn max_message_size(mut self, bytes: usize) -> Self {
        self.limits.message_size = bytes;
        self
    }

    /// The most calls in flight on one connection and on the whole server; 1024 and 16 384
    /// unless told otherwise. More are refused with a request to retry.
    pub fn max_calls(mut self, per_connection: usize, in_all: usize) -> Self {
        self.limits.calls_per_connection = per_connection;
        self.limits.calls = in_all;
        self
    }

    /// How long calls in flight may go on when the input has ended; 5 s unless told otherwise.
    pub fn drain(mut self, limit: Duration) -> Self {
        self.limits.drain = limit;
        self
    }

    /// Keeps something for the transport that will serve.
    #[cfg(feature = "http")]
    pub(crate) fn keep(mut self, what: Arc<dyn Any + Send + Sync>) -> Self {
        self.kept = Kept(Some(what));
        self
    }

    #[cfg(feature = "cli")]
    pub(crate) fn info(&self) -> &Implementation {
        &self.info
    }

    /// Checks everything and makes the server ready to serve.
    ///
    /// # Errors
    ///
    /// A [`BuildError`] that lists every fault: names given twice, states that tools need and
    /// nobody gave, types without a schema.
    pub fn build(self) -> Result<Service, BuildError> {
        Service::new(self)
    }
}
