//! A descriptor the reactor watches, read and written without ever blocking a thread.
//!
//! `O_NONBLOCK` belongs to the open file description, which stderr, a parent shell or a sibling
//! process may share, and whoever shares it would suddenly see `EAGAIN`. So it is set only on a
//! description of our own: a pipe is opened anew through `/proc/self/fd`. A socket cannot be opened
//! anew; there each single call says `MSG_DONTWAIT`.
//!
//! Does not know which stream it is.

use std::io;
use std::os::fd::OwnedFd;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use rustix::io::{read, write};
use rustix::net::{RecvFlags, SendFlags, recv, send};
use tokio::io::unix::AsyncFd;
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};

/// Never waits, and has a closed socket give an error instead of a signal where that can be said.
#[cfg(not(target_vendor = "apple"))]
const SEND: SendFlags = SendFlags::DONTWAIT.union(SendFlags::NOSIGNAL);
#[cfg(target_vendor = "apple")]
const SEND: SendFlags = SendFlags::DONTWAIT;

/// What a descriptor is, as far as it matters to reading and writing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(any(target_os = "linux", target_os = "android")),
    allow(dead_code, reason = "only there can a pipe be opened anew")
)]
pub(super) enum Kind {
    /// A pipe whose description is ours and has `O_NONBLOCK`.
    Pipe,
    /// Such a pipe with a name. Opened anew after its last writer left, it never reports a hang-up,
    /// so each read is tried before waiting.
    NamedPipe,
    /// A socket whose description may be shared.
    Socket,
}

/// A descriptor watched by the reactor.
pub(super) struct Polled {
    descriptor: AsyncFd<OwnedFd>,
    kind: Kind,
}

impl Polled {
    /// Watches `descriptor`, which fails for what has no readiness, such as a file.
    #[allow(
        deprecated,
        reason = "its successor is `unsafe` for the sake of types other than `OwnedFd`"
    )]
    pub(super) fn new(descriptor: OwnedFd, kind: Kind, interest: Interest) -> io::Result<Self> {
        Ok(Polled {
            descriptor: AsyncFd::with_interest(descriptor, interest)?,
            kind,
        })
    }

    fn read(&self, space: &mut [u8]) -> io::Result<usize> {
        let descriptor = self.descriptor.get_ref();
        Ok(match self.kind {
            Kind::Pipe | Kind::NamedPipe => read(descriptor, space)?,
            Kind::Socket => recv(descriptor, space, RecvFlags::DONTWAIT)?.0,
        })
    }

    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        let descriptor = self.descriptor.get_ref();
        Ok(match self.kind {
            Kind::Pipe | Kind::NamedPipe => write(descriptor, bytes)?,
            Kind::Socket => send(descriptor, bytes, SEND)?,
        })
    }
}

impl AsyncRead for Polled {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        space: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.kind == Kind::NamedPipe {
            match self.read(space.initialize_unfilled()) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                other => return Poll::Ready(other.map(|length| space.advance(length))),
            }
        }
        loop {
            let mut ready = ready!(self.descriptor.poll_read_ready(context))?;
            let unfilled = space.initialize_unfilled();
            let room = unfilled.len();
            let Ok(read) = ready.try_io(|_| self.read(unfilled)) else {
                continue;
            };
            let length = read?;
            // A short read has emptied it; what comes next is reported anew. That spares one read
            // for each batch.
            if (1..room).contains(&length) {
                ready.clear_ready();
            }
            space.advance(length);
            return Poll::Ready(Ok(()));
        }
    }
}

impl AsyncWrite for Polled {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        loop {
            let mut ready = match self.descriptor.poll_write_ready(context)? {
                Poll::Ready(ready) => ready,
                // A socket is called writable only when most of what it holds was read; a reader
                // that is slow lets us write long before that.
                Poll::Pending if self.kind == Kind::Socket => {
                    return match self.write(bytes) {
                        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Poll::Pending,
                        other => Poll::Ready(other),
                    };
                }
                Poll::Pending => return Poll::Pending,
            };
            if let Ok(written) = ready.try_io(|_| self.write(bytes)) {
                return Poll::Ready(written);
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
