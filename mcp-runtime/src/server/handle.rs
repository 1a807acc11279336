//! Changes to a server that is being served.
//!
//! Does not know who hears of them: that is `hub`.
//!
//! Spec: MCP 2026-07-28, server/tools, "List Changed Notification", and its kin.

use super::build::Inner;
use super::build_error::{BuildError, Kind};
use super::builder::Server;
use super::hub::News;
use super::source::Step;
use crate::registry::Registry;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, Weak};

/// Changes what a server offers while it is served, and tells its clients.
///
/// ```
/// use mcp::server::Handle;
///
/// /// Says that it is there.
/// #[mcp::tool(unlisted)]
/// fn more() -> &'static str {
///     "more"
/// }
///
/// /// Unlocks another tool.
/// #[mcp::tool]
/// fn unlock(handle: &Handle) -> Result<&'static str, mcp::server::ChangeError> {
///     handle.add(mcp::tools![more])?;
///     Ok("look again")
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let server = mcp::server!();
/// let handle = server.handle();
/// let client = server.state(handle).test_client();
/// assert_eq!(client.tools().await.len(), 1);
/// client.call("unlock", ()).await.text();
/// assert_eq!(client.tools().await.len(), 2);
/// # }
/// ```
///
/// Clients of a server that has a handle are told that its lists may change. However many changes are
/// made, they hear of them at most 100 ms later, once for each list. A call that is running when its
/// tool is removed is finished.
///
/// Clones are the same handle. It does not keep the server alive.
#[derive(Clone, Debug, Default)]
pub struct Handle {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// Somebody has it.
    given: AtomicBool,
    /// Set when the server is built.
    inner: OnceLock<Weak<Inner>>,
}

/// Why a change was not made. Nothing of it was, then.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ChangeError {
    /// The server is not built yet, or it is gone.
    #[error("there is no server to change: it is not served yet, or no more")]
    NoServer,
    /// There is none of that name.
    #[error("there is no {kind} `{name}`")]
    Unknown {
        /// What was looked for.
        kind: Kind,
        /// Its name, or the URI of a resource.
        name: String,
    },
    /// What there would be cannot be served together.
    #[error("the change cannot be made{}", faults(.0))]
    Refused(#[from] BuildError),
}

/// The faults as a list, as [`BuildError`] has them; but nothing is built here.
fn faults(error: &BuildError) -> String {
    let faults = error.faults().iter();
    faults.map(|fault| format!("\n- {fault}")).collect()
}

impl Server {
    /// A handle for changes while the server is served. Clients are told that lists may change.
    pub fn handle(&self) -> Handle {
        self.handle.shared.given.store(true, Ordering::Relaxed);
        self.handle.clone()
    }
}

impl Handle {
    pub(super) fn is_given(&self) -> bool {
        self.shared.given.load(Ordering::Relaxed)
    }

    /// The server is built.
    pub(super) fn lead_to(&self, inner: &Arc<Inner>) {
        // A builder is built once.
        let _ = self.shared.inner.set(Arc::downgrade(inner));
    }

    fn inner(&self) -> Result<Arc<Inner>, ChangeError> {
        let inner = self.shared.inner.get().and_then(Weak::upgrade);
        inner.ok_or(ChangeError::NoServer)
    }

    /// Adds tools, prompts and resources: what [`Server::tools`] takes, but for values whose
    /// methods are tools, whose states have to be given before.
    ///
    /// # Errors
    ///
    /// [`ChangeError::Refused`] as [`Server::build`] refuses: a name or URI that is there
    /// already, a state that nobody gave.
    pub fn add(&self, more: impl Into<Registry>) -> Result<(), ChangeError> {
        self.change(|changes| changes.add(more))
    }

    /// Removes a tool.
    ///
    /// # Errors
    ///
    /// [`ChangeError::Unknown`] when there is none of that name, here as below.
    pub fn remove_tool(&self, name: &str) -> Result<(), ChangeError> {
        self.change(|changes| changes.remove(Kind::Tool, name))
    }

    /// Removes a prompt.
    ///
    /// # Errors
    ///
    /// As [`remove_tool`](Self::remove_tool).
    pub fn remove_prompt(&self, name: &str) -> Result<(), ChangeError> {
        self.change(|changes| changes.remove(Kind::Prompt, name))
    }

    /// Removes a resource, or a template, by its URI.
    ///
    /// # Errors
    ///
    /// As [`remove_tool`](Self::remove_tool).
    pub fn remove_resource(&self, uri: &str) -> Result<(), ChangeError> {
        self.change(|changes| changes.remove(Kind::Resource, uri))
    }

    /// Hides a tool, a prompt or a resource (by its URI), which is as if it were not there.
    ///
    /// # Errors
    ///
    /// As [`remove_tool`](Self::remove_tool).
    pub fn disable(&self, kind: Kind, name: &str) -> Result<(), ChangeError> {
        self.change(|changes| changes.disable(kind, name))
    }

    /// Shows again what [`disable`](Self::disable) has hidden.
    ///
    /// # Errors
    ///
    /// As [`remove_tool`](Self::remove_tool).
    pub fn enable(&self, kind: Kind, name: &str) -> Result<(), ChangeError> {
        self.change(|changes| changes.enable(kind, name))
    }

    /// Several changes at once: all of them are made, or none, and no client sees a part of them.
    ///
    /// # Errors
    ///
    /// As the changes themselves.
    pub fn change(&self, say: impl FnOnce(&mut Changes)) -> Result<(), ChangeError> {
        let inner = self.inner()?;
        let mut changes = Changes::default();
        say(&mut changes);
        let news = changes.news;
        // Dropped without the lock, since closures of users are in them.
        let (mut changed, _before);
        {
            let mut source = inner.source.lock().unwrap_or_else(PoisonError::into_inner);
            changed = source.clone();
            for step in changes.steps {
                changed.step(step)?;
            }
            let surface = changed.surface(&inner.states, Vec::new())?;
            // Under the lock, so that the last change is what is offered.
            _before = (
                mem::replace(&mut *source, changed),
                inner.surface.set(surface),
            );
        }
        inner.hub.publish(news);
        Ok(())
    }

    /// Tells those who subscribed to a resource that reading it again gives something new.
    ///
    /// Nothing happens when there is no server any more: nobody listens.
    pub fn resource_updated(&self, uri: &str) {
        if let Ok(inner) = self.inner() {
            inner.hub.publish(News::of_resource(uri));
        }
    }
}

/// Changes that are made together; see [`Handle::change`].
#[derive(Debug, Default)]
pub struct Changes {
    steps: Vec<Step>,
    news: News,
}

impl Changes {
    /// As [`Handle::add`].
    pub fn add(&mut self, more: impl Into<Registry>) {
        let registry = more.into();
        self.news.tools |= !registry.tools().is_empty();
        self.news.prompts |= !registry.prompts().is_empty();
        self.news.resources |= !registry.resources().is_empty();
        self.steps.push(Step::Add(registry));
    }

    /// Removes what is called `name`; a resource by its URI.
    pub fn remove(&mut self, kind: Kind, name: impl Into<String>) {
        self.changed(kind);
        self.steps.push(Step::Remove(kind, name.into()));
    }

    /// As [`Handle::enable`].
    pub fn enable(&mut self, kind: Kind, name: impl Into<String>) {
        self.changed(kind);
        self.steps.push(Step::Enable(kind, name.into()));
    }

    /// As [`Handle::disable`].
    pub fn disable(&mut self, kind: Kind, name: impl Into<String>) {
        self.changed(kind);
        self.steps.push(Step::Disable(kind, name.into()));
    }

    fn changed(&mut self, kind: Kind) {
        match kind {
            Kind::Tool => self.news.tools = true,
            Kind::Prompt => self.news.prompts = true,
            Kind::Resource => self.news.resources = true,
        }
    }
}
