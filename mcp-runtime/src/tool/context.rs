//! What a tool may know of its call.
//!
//! Spec: MCP 2026-07-28, basic/patterns/cancellation and progress; basic, "_meta".

use super::{Amount, Message, Origin, Progress, Road, States, Total, Wanted};
use crate::jsonrpc::Id;
use crate::wire::{ClientCapabilities, Implementation, ProtocolVersion};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The call that a tool is serving: its id, its caller, whether it was cancelled.
///
/// A parameter of type `&mcp::Context` is lent by the server and is not in the schema.
///
/// ```
/// /// Counts up to `limit`, and stops when the caller has lost interest.
/// #[mcp::tool]
/// fn count(ctx: &mcp::Context, limit: u64) -> u64 {
///     (0..limit).take_while(|_| !ctx.is_cancelled()).count() as u64
/// }
/// # fn main() {}
/// ```
#[derive(Clone, Debug)]
pub struct Context {
    call: Arc<CallContext>,
}

/// The data behind a [`Context`]; the server fills it in.
#[derive(Debug)]
pub(crate) struct CallContext {
    pub(crate) id: Id,
    pub(crate) version: ProtocolVersion,
    pub(crate) client: Option<Arc<Implementation>>,
    pub(crate) capabilities: ClientCapabilities,
    pub(crate) origin: Origin,
    pub(crate) cancellation: CancellationToken,
    /// `None` when nobody wants to know.
    pub(crate) progress: Option<Progress>,
    /// Where messages of the call go that are not its answer; `None` when there is no way.
    pub(crate) road: Option<Arc<dyn Road>>,
    /// What the client wants of what is logged.
    pub(crate) wanted: Wanted,
    pub(crate) states: Arc<States>,
}

impl Context {
    pub(crate) fn new(call: CallContext) -> Self {
        Self {
            call: Arc::new(call),
        }
    }

    /// The id of the request, as the client sent it.
    pub fn request_id(&self) -> &Id {
        &self.call.id
    }

    /// The revision of the protocol that the caller speaks.
    pub fn protocol_version(&self) -> ProtocolVersion {
        self.call.version
    }

    /// The client's name and version as it told them; not verified.
    pub fn client(&self) -> Option<&Implementation> {
        self.call.client.as_deref()
    }

    /// What the client declared that it can do, as far as its revision knows it.
    ///
    /// A tool that cannot do without says so with `#[mcp::tool(requires(..))]`.
    pub fn capabilities(&self) -> ClientCapabilities {
        self.call.capabilities
    }

    /// Whether the caller has cancelled the call, or the server is stopping.
    ///
    /// An async tool is dropped at its next `.await`; a sync tool asks here.
    pub fn is_cancelled(&self) -> bool {
        self.call.cancellation.is_cancelled()
    }

    /// Waits until the call is cancelled.
    ///
    /// For what a tool has started besides itself: give a task of its own a clone of the context.
    /// The future of an async tool is dropped when the call is cancelled, so code after this
    /// `.await` in the tool itself never runs; what must run then belongs into a `Drop`.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future loses nothing.
    pub async fn cancelled(&self) {
        self.call.cancellation.cancelled().await;
    }

    /// Tells the caller how far the call has come: `done` of `total`, and a message for people.
    ///
    /// ```
    /// /// Fetches some pages.
    /// #[mcp::tool]
    /// async fn fetch(ctx: &mcp::Context, urls: Vec<String>) -> usize {
    ///     let mut bytes = 0;
    ///     for (done, url) in urls.iter().enumerate() {
    ///         ctx.progress(done, urls.len(), format!("fetching {url}"));
    ///         bytes += load(url).await;
    ///     }
    ///     ctx.progress(urls.len(), urls.len(), None);
    ///     bytes
    /// }
    /// # async fn load(url: &str) -> usize { url.len() }
    /// # fn main() {}
    /// ```
    ///
    /// `done` and `total` are numbers of one type, in any unit; `total` is `None` where it is not
    /// known. Nothing is sent unless the caller asked for progress, so a tool need not ask.
    ///
    /// Call it as often as you like: the first report goes out at once, then at most 50 a second;
    /// the newest is held back until its time has come, and not beyond the answer. While the client
    /// leaves what it was sent unread, reports wait as well, the newest in place of older ones.
    ///
    /// `done` has to increase: a report that does not say more than the one before is dropped, as
    /// is one that is infinite or no number; such a `total` is left out. Clients of 2024-11-05 get
    /// no message.
    ///
    /// A clone of the context reports from another task or thread, until the call has ended; after
    /// that, or once the call was cancelled, this does nothing. Never waits.
    ///
    /// Spec: MCP 2026-07-28, basic/patterns/progress.
    pub fn progress<N: Amount>(&self, done: N, total: impl Total<N>, message: impl Message) {
        if let Some(progress) = &self.call.progress {
            let total = total.known().map(N::to_f64);
            progress.report(done.to_f64(), total, message.as_text());
        }
    }

    /// Lets the client of a long call hang up and ask again after `retry`, where that is known.
    ///
    /// Clients of 2025-11-25 over HTTP that take a stream of events are told to come back, the
    /// connection ends, and the call goes on; what it says meanwhile and its answer are kept for
    /// them (see `HttpService::keep_events`).
    /// Everywhere else this does nothing, so a tool need not ask.
    ///
    /// Never waits. After the call has ended, or once it was cancelled, this does nothing.
    ///
    /// Spec: MCP 2025-11-25, basic/transports, "Sending Messages to the Server".
    pub fn close_stream(&self, retry: Duration) {
        if let Some(road) = &self.call.road {
            road.close(retry);
        }
    }

    pub(super) fn road(&self) -> Option<&Arc<dyn Road>> {
        self.call.road.as_ref()
    }

    pub(super) fn wanted(&self) -> &Wanted {
        &self.call.wanted
    }

    pub(super) fn origin(&self) -> &Origin {
        &self.call.origin
    }

    pub(crate) fn states(&self) -> &States {
        &self.call.states
    }
}
