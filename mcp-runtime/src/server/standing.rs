//! The ways out for messages that belong to no call: streams that a client holds open.
//!
//! Each message goes to exactly one of them. Does not know what a frame says, nor what lies behind
//! an [`Outlet`].
//!
//! Spec: MCP 2025-11-25, basic/transports, "Multiple Connections".

use super::connection::{Connection, ConnectionInner};
use super::outlet::Outlet;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The outlets that a client listens on, oldest first.
#[derive(Debug, Default)]
pub(super) struct Standing {
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    outlets: Vec<(u64, Outlet)>,
    serial: u64,
}

impl Standing {
    fn lock(&self) -> MutexGuard<'_, Open> {
        // No code of a user's runs under the lock, so what it guards is whole in any case.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a message that belongs to no call to one of the streams: to the newest that is read,
    /// else to the newest, which may be taken up again. `false` when there is none.
    pub(super) fn send(&self, frame: &[u8]) -> bool {
        let open = self.lock();
        let outlets = || open.outlets.iter().rev().map(|(_, outlet)| outlet);
        let Some(outlet) = outlets()
            .find(|outlet| outlet.is_read())
            .or_else(|| outlets().next())
            .cloned()
        else {
            return false;
        };
        // Under the lock, so that messages keep their order.
        outlet.put(frame);
        drop(open);
        outlet.announce();
        true
    }

    /// Whether the client keeps up on any of them; what can wait should wait when it does not.
    pub(super) fn has_room(&self) -> bool {
        let open = self.lock();
        open.outlets.iter().any(|(_, outlet)| outlet.has_room())
    }
}

impl Standing {
    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.lock().outlets.is_empty()
    }
}

impl Connection {
    /// Gives messages that belong to no call a way out, such as the news of a changed list; for as
    /// long as what is returned is kept.
    ///
    /// There may be several; each message goes through one of them, the newest whose other end is
    /// there. A transport of one's own calls this once, with the outlet that its calls have.
    pub fn listen(&self, outlet: &Outlet) -> Listening {
        let mut open = self.inner.standing.lock();
        open.serial += 1;
        let serial = open.serial;
        open.outlets.push((serial, outlet.clone()));
        drop(open);
        self.inner.hear_changes();
        Listening {
            connection: Arc::clone(&self.inner),
            serial,
        }
    }
}

/// A way out that is in use; see [`Connection::listen`]. Dropped, it is no longer.
#[must_use = "dropped, nothing is sent through the outlet any more"]
pub struct Listening {
    connection: Arc<ConnectionInner>,
    serial: u64,
}

impl Drop for Listening {
    fn drop(&mut self) {
        let mut open = self.connection.standing.lock();
        open.outlets.retain(|(serial, _)| *serial != self.serial);
        if open.outlets.is_empty() {
            open.outlets = Vec::new();
        }
    }
}

impl fmt::Debug for Listening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listening").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::Server;

    fn connection() -> Connection {
        let server = Server::new("test", "1").build().expect("a sound server");
        server.connect()
    }

    #[test]
    fn a_message_goes_to_the_newest_stream_that_is_read_and_to_no_other() {
        let connection = connection();
        let standing = &connection.inner.standing;
        assert!(!standing.send(b"nobody"));
        let (first, mut first_frames) = Outlet::channel(1);
        let (second, mut second_frames) = Outlet::channel(1);
        let _first = connection.listen(&first);
        let open = connection.listen(&second);
        assert!(standing.send(b"one"));
        assert_eq!(second_frames.take().as_deref(), Some(&b"one"[..]));
        drop(second_frames);
        assert!(standing.send(b"two"));
        drop(open);
        assert!(standing.send(b"three"));
        let told = [
            first_frames.take(),
            first_frames.take(),
            first_frames.take(),
        ];
        assert_eq!(told, [Some(b"two".to_vec()), Some(b"three".to_vec()), None]);
    }

    #[test]
    fn a_stream_that_is_no_longer_listened_on_gets_nothing() {
        let connection = connection();
        let (outlet, mut frames) = Outlet::channel(1);
        drop(connection.listen(&outlet));
        assert!(!connection.inner.standing.send(b"late"));
        assert_eq!(frames.take(), None);
    }
}
