//! Streams that can only block, read and written by a thread of their own: files, terminals,
//! devices.
//!
//! Does not know what is read or how: the thread is given a closure. At most one chunk lies between
//! the thread and the session in either direction.
//!
//! tokio's own standard streams are not used: they keep a thread of the blocking pool for each
//! read, so a runtime cannot end before the next key is pressed.

use std::pin::Pin;
use std::sync::mpsc as std_mpsc;
use std::task::{Context, Poll, ready};
use std::{io, thread};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::mpsc;

/// How much is read or written at once.
const CHUNK: usize = 64 * 1024;

/// Reads by a thread. Dropping it lets the thread go; the closure should then return soon.
pub(super) struct ThreadReader {
    chunks: mpsc::Receiver<io::Result<Vec<u8>>>,
    chunk: Vec<u8>,
    /// How much of the chunk was handed on.
    taken: usize,
}

impl ThreadReader {
    /// Starts the thread; the closure reads into what it is given, 0 is the end.
    pub(super) fn start(
        mut read: impl FnMut(&mut [u8]) -> io::Result<usize> + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, chunks) = mpsc::channel(1);
        thread::Builder::new()
            .name("mcp-stdin".into())
            .spawn(move || {
                let mut space = vec![0; CHUNK];
                loop {
                    let read = match read(&mut space) {
                        Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                        other => other,
                    };
                    let ended = !matches!(read, Ok(1..));
                    let chunk = read.map(|length| space[..length].to_vec());
                    if sender.blocking_send(chunk).is_err() || ended {
                        return;
                    }
                }
            })?;
        Ok(ThreadReader {
            chunks,
            chunk: Vec::new(),
            taken: 0,
        })
    }
}

impl AsyncRead for ThreadReader {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        space: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.taken == self.chunk.len() {
            // A thread that has ended said all it had: the end of the input.
            self.chunk = ready!(self.chunks.poll_recv(context))
                .transpose()?
                .unwrap_or_default();
            self.taken = 0;
        }
        let length = space.remaining().min(self.chunk.len() - self.taken);
        space.put_slice(&self.chunk[self.taken..self.taken + length]);
        self.taken += length;
        Poll::Ready(Ok(()))
    }
}

/// Writes by a thread. Dropping it lets the thread go once it has written what it was given.
pub(super) struct ThreadWriter {
    chunks: std_mpsc::Sender<Vec<u8>>,
    written: mpsc::Receiver<io::Result<()>>,
    /// A chunk was given to the thread and is not known to be written.
    busy: bool,
}

impl ThreadWriter {
    /// Starts the thread; the closure writes the whole of what it is given.
    pub(super) fn start(
        mut write: impl FnMut(&[u8]) -> io::Result<()> + Send + 'static,
    ) -> io::Result<Self> {
        let (chunks, receiver) = std_mpsc::channel::<Vec<u8>>();
        let (report, written) = mpsc::channel(1);
        thread::Builder::new()
            .name("mcp-stdout".into())
            .spawn(move || {
                while let Ok(chunk) = receiver.recv() {
                    if report.blocking_send(write(&chunk)).is_err() {
                        return;
                    }
                }
            })?;
        Ok(ThreadWriter {
            chunks,
            written,
            busy: false,
        })
    }

    fn poll_idle(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.busy {
            let written = ready!(self.written.poll_recv(context));
            self.busy = false;
            return Poll::Ready(written.unwrap_or_else(|| Err(io::ErrorKind::BrokenPipe.into())));
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for ThreadWriter {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_idle(context))?;
        let length = bytes.len().min(CHUNK);
        if self.chunks.send(bytes[..length].to_vec()).is_err() {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        self.busy = true;
        Poll::Ready(Ok(length))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_idle(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_flush(context)
    }
}
