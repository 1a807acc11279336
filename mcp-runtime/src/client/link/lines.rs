//! A link over a pair of byte streams: one message a line.
//!
//! One task reads and one writes, so a caller that goes away cuts no message. Junk between the
//! messages is passed over.
//!
//! Spec: MCP 2026-07-28, basic/transports/stdio.

use super::{Inbox, Link, Work};
use crate::client::error::{ClientError, Closed};
use crate::transport::{Line, Lines as Cutter};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Messages that may wait for a server that does not read.
const ROOM: usize = 64;
/// How long a close waits for what was sent to be taken.
const FLUSH: Duration = Duration::from_secs(1);

/// A link over byte streams.
#[derive(Debug)]
pub(in crate::client) struct Lines {
    messages: mpsc::Sender<String>,
    /// Asks the writer to end.
    end_output: CancellationToken,
    /// Asks the reader to end.
    end_input: CancellationToken,
    writing: Mutex<Option<JoinHandle<()>>>,
}

/// What happens at the end of the input: gives what is known of it.
pub(in crate::client) type AtEnd = Box<dyn FnOnce(Closed) -> Work<'static, Closed> + Send>;

impl Lines {
    /// Starts both tasks. `limit` is the most bytes of a message. Must be called within a tokio
    /// runtime.
    pub(in crate::client) fn start<R, W>(
        reader: R,
        writer: W,
        limit: usize,
        inbox: Arc<dyn Inbox>,
        at_end: AtEnd,
    ) -> Self
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let (end_output, end_input) = (CancellationToken::new(), CancellationToken::new());
        let (messages, queue) = mpsc::channel(ROOM);
        let (fault, faults) = mpsc::channel(1);
        let stop = end_input.clone();
        tokio::spawn(async move {
            let closed = read(reader, limit, &*inbox, faults, stop).await;
            inbox.ended(at_end(closed).await);
        });
        let writing = tokio::spawn(write(writer, queue, fault, end_output.clone()));
        Self {
            messages,
            end_output,
            end_input,
            writing: Mutex::new(Some(writing)),
        }
    }

    /// Ends the output: what waits is written, then the server sees the end of its input. What the
    /// server says is still read.
    pub(in crate::client) async fn end_output(&self) {
        self.end_output.cancel();
        let writing = self.writing.lock().await.take();
        if let Some(writing) = writing {
            let _ = writing.await;
        }
    }
}

impl Link for Lines {
    fn send(&self, message: String) -> Work<'_, Result<(), ClientError>> {
        Box::pin(async move {
            let sent = self.messages.send(message).await;
            sent.map_err(|_| Closed::by_peer().into())
        })
    }

    fn send_soon(&self, message: String) {
        if let Err(mpsc::error::TrySendError::Full(message)) = self.messages.try_send(message)
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let messages = self.messages.clone();
            runtime.spawn(async move { messages.send(message).await });
        }
    }

    fn close(&self) -> Work<'_, ()> {
        Box::pin(async move {
            self.end_output().await;
            self.end_input.cancel();
        })
    }
}

/// Dropped, it leaves no task.
impl Drop for Lines {
    fn drop(&mut self) {
        self.end_output.cancel();
        self.end_input.cancel();
    }
}

/// Reads until the end; tells how that came.
async fn read(
    mut reader: impl AsyncRead + Unpin,
    limit: usize,
    inbox: &dyn Inbox,
    mut faults: mpsc::Receiver<io::Error>,
    stop: CancellationToken,
) -> Closed {
    let mut lines = Cutter::new(limit);
    loop {
        while let Some(line) = lines.next() {
            take(inbox, line);
            tokio::task::coop::consume_budget().await;
        }
        let read = tokio::select! {
            read = reader.read(lines.space()) => read,
            Some(fault) = faults.recv() => return Closed::because(format_args!("writing failed: {fault}")),
            () = stop.cancelled() => return Closed::here(),
        };
        match read {
            Ok(0) => {
                if let Some(line) = lines.finish() {
                    take(inbox, line);
                }
                return Closed::by_peer();
            }
            Ok(length) => lines.advance(length),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Closed::because(format_args!("reading failed: {error}")),
        }
    }
}

fn take(inbox: &dyn Inbox, line: Line) {
    match line {
        Line::Message(message) => inbox.receive(&message),
        Line::TooLong(head) => inbox.too_long(&head),
    }
}

/// Writes what is queued, several messages at once when they are there.
async fn write(
    mut writer: impl AsyncWrite + Unpin,
    mut queue: mpsc::Receiver<String>,
    fault: mpsc::Sender<io::Error>,
    stop: CancellationToken,
) {
    let mut batch = Vec::new();
    let mut messages = Vec::with_capacity(ROOM);
    loop {
        let received = tokio::select! {
            biased;
            received = queue.recv_many(&mut messages, ROOM) => received,
            () = stop.cancelled() => {
                queue.close();
                match queue.recv_many(&mut messages, ROOM).await {
                    0 => break,
                    received => received,
                }
            }
        };
        if received == 0 {
            break;
        }
        batch.clear();
        for message in messages.drain(..) {
            batch.extend_from_slice(message.as_bytes());
            batch.push(b'\n');
        }
        let written = async {
            writer.write_all(&batch).await?;
            writer.flush().await
        };
        let written = tokio::select! {
            written = written => written,
            () = given_up(&stop) => return,
        };
        if let Err(error) = written {
            let _ = fault.send(error).await;
            return;
        }
        batch.shrink_to(64 * 1024);
    }
    let _ = tokio::time::timeout(FLUSH, writer.shutdown()).await;
}

/// The link was closed, and the server has had time to read.
async fn given_up(stop: &CancellationToken) {
    stop.cancelled().await;
    tokio::time::sleep(FLUSH).await;
}
