//! A connection that does not wait for ever for its peer to read.
//!
//! Without it, one that asks and never reads would hold its answer for as long as it likes. Does not
//! know HTTP.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// A stream whose writes fail when the peer has taken nothing for some time.
pub(super) struct Patient<S> {
    stream: S,
    patience: Duration,
    /// When the peer is no longer waited for; made when it first has to be.
    end: Option<Pin<Box<Sleep>>>,
    /// A write waits.
    waits: bool,
}

impl<S> Patient<S> {
    pub(super) fn new(stream: S, patience: Duration) -> Self {
        Patient {
            stream,
            patience,
            end: None,
            waits: false,
        }
    }

    fn judge<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waits = false;
            return written;
        }
        let patience = self.patience;
        let end = self.end.get_or_insert_with(|| Box::pin(sleep(patience)));
        if !self.waits {
            self.waits = true;
            end.as_mut().reset(Instant::now() + patience);
        }
        match end.as_mut().poll(context) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(()) => {
                let text = "the peer does not read";
                Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, text)))
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judge(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.judge(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.judge(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(context);
        self.judge(context, shut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::poll_fn;

    const PATIENCE: Duration = Duration::from_secs(30);

    async fn write<S: AsyncWrite + Unpin>(stream: &mut Patient<S>) -> io::Result<usize> {
        poll_fn(|context| Pin::new(&mut *stream).poll_write(context, b"1234")).await
    }

    async fn read<S: AsyncRead + Unpin>(stream: &mut S) {
        let mut space = [0; 4];
        let mut buffer = ReadBuf::new(&mut space);
        poll_fn(|context| Pin::new(&mut *stream).poll_read(context, &mut buffer))
            .await
            .expect("it reads");
    }

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_does_not_read_is_waited_for_once() {
        let (ours, _theirs) = tokio::io::duplex(4);
        let mut ours = Patient::new(ours, PATIENCE);
        assert_eq!(write(&mut ours).await.expect("there is room"), 4);
        let begin = Instant::now();
        let error = write(&mut ours).await.expect_err("nobody reads");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert_eq!(begin.elapsed().as_secs(), PATIENCE.as_secs());
    }

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_reads_slowly_is_waited_for_each_time() {
        let (ours, mut theirs) = tokio::io::duplex(4);
        let mut ours = Patient::new(ours, PATIENCE);
        let reads = tokio::spawn(async move {
            for _ in 0..5 {
                sleep(PATIENCE - Duration::from_secs(1)).await;
                read(&mut theirs).await;
            }
        });
        for _ in 0..5 {
            assert_eq!(write(&mut ours).await.expect("there is room"), 4);
        }
        reads.await.expect("no panic");
    }
}
