//! Which tools a request may see.
//!
//! Asked by lists and calls alike, so that what is hidden is unknown. Does not know what else a tool is
//! shown by: that is `source`.
//!
//! Invariant: a tool whose filter panics is hidden.

use super::begun::Caller;
use super::builder::Server;
use super::guard::guarded;
use super::prepared::Prepared;
use crate::tool::{Annotations, Caller as Person, ClientCapabilities};
use crate::wire::{Implementation, ProtocolVersion};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

type Asked = dyn Fn(&Candidate<'_>, &Viewer<'_>) -> bool + Send + Sync;

/// What decides.
#[derive(Clone)]
pub(super) struct Filter(Arc<Asked>);

/// A tool that may be hidden; see [`Server::visible`].
#[derive(Clone, Copy)]
pub struct Candidate<'a>(&'a Prepared);

/// Who makes a request, as far as it says; see [`Server::visible`].
#[derive(Clone, Copy)]
pub struct Viewer<'a>(&'a Caller);

impl Server {
    /// Shows each request only the tools for which `filter` says so. A tool that is hidden is not listed,
    /// and calling it is calling a tool that does not exist.
    ///
    /// ```
    /// /// Deletes everything.
    /// #[mcp::tool(read_only = false)]
    /// fn wipe() {}
    ///
    /// /// Counts what there is.
    /// #[mcp::tool(read_only)]
    /// fn count() -> u64 {
    ///     3
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let server = mcp::server!().visible(|tool, viewer| {
    ///     let admin = viewer.caller().is_some_and(|caller| caller.id() == "admin");
    ///     admin || tool.annotations().read_only == Some(true)
    /// });
    /// // in the same process, where nobody has verified who calls
    /// let client = server.test_client();
    /// assert_eq!(client.tools().await.len(), 1);
    /// # }
    /// ```
    ///
    /// The filter is asked at every request for every tool that the request could reach, so it should
    /// be quick; it must not wait. Where it panics, the tool is hidden. Of a second call of this method,
    /// both filters have to agree.
    ///
    /// Lists that differ by who asks must not be shared: with [`CacheScope::Public`](super::CacheScope::Public),
    /// [`build`](Self::build) fails. What headers repeat of a tool's arguments
    /// (`#[arg(header = ..)]`) is told to every browser that asks which headers it may send.
    pub fn visible(
        mut self,
        filter: impl Fn(&Candidate<'_>, &Viewer<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.visible = Some(Filter(match self.visible.take() {
            None => Arc::new(filter),
            Some(Filter(before)) => {
                Arc::new(move |tool, viewer| before(tool, viewer) && filter(tool, viewer))
            }
        }));
        self
    }
}

impl Filter {
    pub(super) fn shows(&self, tool: &Prepared, caller: &Caller) -> bool {
        let ask = || (self.0)(&Candidate(tool), &Viewer(caller));
        guarded(&tool.name, ask).unwrap_or(false)
    }
}

impl Candidate<'_> {
    /// The tool's name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// What the tool says of itself.
    pub fn annotations(&self) -> &Annotations {
        &self.0.annotations
    }
}

impl Viewer<'_> {
    /// Who asks, as far as somebody has verified it; as [`Context::caller`](crate::Context::caller).
    pub fn caller(&self) -> Option<&Person> {
        self.0.origin.caller()
    }

    /// The client's name and version, as it says itself.
    pub fn client(&self) -> Option<&Implementation> {
        self.0.client.as_deref()
    }

    /// What the client can do.
    pub fn capabilities(&self) -> ClientCapabilities {
        self.0.capabilities
    }

    /// The revision of the request.
    pub fn protocol_version(&self) -> ProtocolVersion {
        self.0.version
    }

    /// What a middleware put into the extensions of the HTTP request; as
    /// [`Context::extension`](crate::Context::extension).
    pub fn extension<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.0.origin.extension()
    }

    /// The headers of the HTTP request; `None` on stdio. Anybody can send any header.
    #[cfg(feature = "http")]
    pub fn headers(&self) -> Option<&http::HeaderMap> {
        self.0.origin.headers()
    }
}

impl fmt::Debug for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Filter(..)")
    }
}

impl fmt::Debug for Candidate<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Candidate").field(&self.name()).finish()
    }
}

impl fmt::Debug for Viewer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Viewer")
            .field("caller", &self.caller())
            .finish_non_exhaustive()
    }
}
