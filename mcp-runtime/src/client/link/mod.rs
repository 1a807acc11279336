//! What carries messages to a server and back: a pair of byte streams or a child process.
//!
//! A link takes whole messages and hands whole messages to an [`Inbox`]. Does not know what they say.

mod child;
mod lines;

pub use self::child::Program;
pub(super) use self::child::Start;
pub(super) use self::lines::{AtEnd, Lines};

use super::error::{ClientError, Closed};
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

/// Work of a link.
pub(super) type Work<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A way to a server.
pub(super) trait Link: fmt::Debug + Send + Sync {
    /// Takes a message, on one line without its end. It is sent whole or, when the future is dropped before it is ready, perhaps
    /// not at all.
    fn send(&self, message: String) -> Work<'_, Result<(), ClientError>>;

    /// Takes a message without waiting, for where nothing can be awaited. What cannot be sent is
    /// dropped.
    fn send_soon(&self, message: String);

    /// Ends it in good order, within a few seconds.
    fn close(&self) -> Work<'_, ()>;
}

/// Where what comes from the server goes.
pub(super) trait Inbox: Send + Sync {
    /// A message came in.
    fn receive(&self, message: &[u8]);
    /// Of a message over the limit, the first bytes.
    fn too_long(&self, head: &[u8]);
    /// Nothing will come any more.
    fn ended(&self, closed: Closed);
}

/// Gives a link to a server, handing what comes to the inbox.
pub(super) trait Dial: fmt::Debug + Send + Sync {
    /// Opens the link.
    fn dial(&self, inbox: Arc<dyn Inbox>) -> Work<'_, Result<Arc<dyn Link>, ClientError>>;
    /// Whether it can be opened again after its end.
    fn again(&self) -> bool;
}
