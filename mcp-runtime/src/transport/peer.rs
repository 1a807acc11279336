//! What a session asks of the connection it carries, so that sessions can be tested with a mock.
//!
//! Does not know the server behind it.

use crate::server::{Answer, Connection, Listening, Outlet};

/// One client's connection as the transport sees it: a message in, an answer out, and
/// perhaps something before it.
pub(super) trait Peer {
    /// Takes one message without its line end; what its call sends besides the answer goes to
    /// `outlet`.
    fn receive(&self, message: Vec<u8>, outlet: &Outlet) -> Answer;
    /// Gives what belongs to no message a way out while the result is kept.
    fn listen(&self, outlet: &Outlet) -> Option<Listening>;
    /// The error for a message over the limit, of which only the head was kept.
    fn too_long(&self, head: &[u8]) -> Option<Vec<u8>>;
    /// Ends what has no end of its own; harmless when repeated.
    fn end_subscriptions(&self);
    /// Cancels every call in flight; harmless when repeated.
    fn close(&self);
}

impl Peer for Connection {
    fn receive(&self, message: Vec<u8>, outlet: &Outlet) -> Answer {
        Connection::receive_with(self, message, outlet)
    }

    fn listen(&self, outlet: &Outlet) -> Option<Listening> {
        Some(Connection::listen(self, outlet))
    }

    fn too_long(&self, head: &[u8]) -> Option<Vec<u8>> {
        Connection::too_long(self, head)
    }

    fn end_subscriptions(&self) {
        Connection::end_subscriptions(self);
    }

    fn close(&self) {
        Connection::close(self);
    }
}
