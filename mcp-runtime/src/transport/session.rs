//! One client served over a pair of byte streams: lines in, answers out, and an end in good order.
//!
//! Reading and writing go on side by side in one task, which is the only writer. A message's answer
//! is polled once where the message was read; ready answers gather in one buffer, which is written
//! once for each batch of input. Answers that take longer move to tasks of their own and come back
//! through the outbox, and so does what calls send before their answers.
//!
//! Does not know what a message says, which descriptors lie below, or signals.
//!
//! The drain limit bounds two things: how long calls may go on after the input has ended, and how
//! long output may lie untaken after it. A slow reader that reads gets everything.
//!
//! Invariants: frames are written whole and never interleaved, and what a call sends before its
//! answer is written before it. What waits to be written is
//! bounded: beyond `UNREAD_OUTPUT` no message is taken up.

use std::future::{Future, poll_fn};
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::task::coop::consume_budget;
use tokio::time::{Instant, sleep_until, timeout};

use super::ends::{Ends, News, hear};
use super::error::ServeError;
use super::lines::{Line, Lines};
use super::outbox::Outbox;
use super::output::Output;
use super::peer::Peer;
use super::pulse::Pulse;
use super::seldom::Seldom;
use crate::server::{Answer, Limits, Listening, Outlet};

/// Output of one batch: with this much ready it is written before more messages are taken up.
const BATCH: usize = 64 * 1024;
/// The most output that may wait for a reader while messages are still taken up.
const UNREAD_OUTPUT: usize = 4 * 1024 * 1024;
/// How long cancelled calls have to let go of what they hold.
const SETTLE: Duration = Duration::from_millis(200);
/// A limit too far off to be told in time is none.
const NEVER: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

/// What a session needs to know of the server's limits.
#[derive(Clone, Copy)]
pub(super) struct Settings {
    /// The most bytes a message may have.
    pub(super) message_size: usize,
    /// How long calls in flight may go on after the end of the input, and how long output may then
    /// lie untaken.
    pub(super) drain: Duration,
}

impl Settings {
    pub(super) fn of(limits: &Limits) -> Self {
        Settings {
            message_size: limits.message_size,
            drain: limits.drain,
        }
    }
}

/// Serves `peer` until the input ends or `stop` is ready, then drains.
pub(super) async fn run<P: Peer>(
    peer: P,
    settings: Settings,
    reader: impl AsyncRead,
    writer: impl AsyncWrite,
    stop: impl Future<Output = ()>,
    ends: &impl Ends,
    pulse: &Pulse,
) -> Result<(), ServeError> {
    let (mut reader, mut writer, mut stop) = (pin!(reader), pin!(writer), pin!(stop));
    let mut deadline = pin!(sleep_until(Instant::now()));
    let mut news = Seldom::new(hear(ends, pulse));
    let mut session = Session::new(peer, settings, pulse);
    loop {
        pulse.beat();
        let more = session.take_up_messages().await;
        session.note_pause();
        session.outbox.set_unread(session.output.waiting().len());
        if session.is_done() {
            break;
        }
        tokio::select! {
            biased;
            written = write_or_flush(&mut writer, session.output.waiting()), if !session.output.is_done() => {
                session.wrote(written);
            }
            () = poll_fn(|context| session.outbox.poll_changed(context)) => session.collect(),
            // Lines are left over: only look whether anything else is ready, then go on with them.
            () = std::future::ready(()), if more => {}
            () = &mut stop, if session.stage == Stage::Open => session.end_input(),
            read = reader.read(session.lines.space()), if session.reads() => session.read(read),
            () = &mut deadline, if session.has_deadline() => session.deadline_passed(ends),
            told = &mut news, if !session.output.is_gone() => match told {
                News::OutputHungUp => session.output_failed(io::ErrorKind::BrokenPipe.into()),
                // The next turn is the answer.
                News::Asked => news = Seldom::new(hear(ends, pulse)),
            },
        }
        if let Some(end) = session.new_deadline.take() {
            deadline.as_mut().reset(end);
        }
    }
    // For streams with an end of their own, such as a socket; a peer that does not read may not
    // hold us.
    let _ = timeout(SETTLE, writer.shutdown()).await;
    session.fault.take().map_or(Ok(()), Err)
}

/// How far a session has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Messages are read.
    Open,
    /// The input has ended; calls in flight may finish until the deadline.
    Draining,
    /// Everything is cancelled; calls in flight may let go until the deadline.
    Closing,
    /// No call is waited for; what is left of the output is written while it is taken.
    Flushing,
    /// Nothing is waited for.
    Over,
}

struct Session<'a, P: Peer> {
    peer: P,
    settings: Settings,
    lines: Lines,
    outbox: Arc<Outbox>,
    /// The way to it for what calls send before their answers.
    outlet: Outlet,
    /// The same way is open to what belongs to no call.
    _listening: Option<Listening>,
    output: Output,
    stage: Stage,
    pulse: &'a Pulse,
    /// Messages were not read at the last turn because too much output waits.
    paused: bool,
    /// When output was last taken, or the first of it came; kept only while there is a deadline.
    taken: Instant,
    /// Set when the deadline moves.
    new_deadline: Option<Instant>,
    /// What the session returns at its end.
    fault: Option<ServeError>,
}

impl<'a, P: Peer> Session<'a, P> {
    fn new(peer: P, mut settings: Settings, pulse: &'a Pulse) -> Self {
        settings.drain = settings.drain.min(NEVER);
        let outbox = Arc::<Outbox>::default();
        let outlet = Outlet::to(Arc::clone(&outbox) as _);
        Session {
            _listening: peer.listen(&outlet),
            peer,
            settings,
            lines: Lines::new(settings.message_size),
            outlet,
            outbox,
            output: Output::new(),
            stage: Stage::Open,
            pulse,
            paused: false,
            taken: Instant::now(),
            new_deadline: None,
            fault: None,
        }
    }

    fn has_room(&self) -> bool {
        self.output.waiting().len() < UNREAD_OUTPUT
    }

    fn reads(&self) -> bool {
        self.stage == Stage::Open && self.has_room()
    }

    fn is_done(&self) -> bool {
        match self.stage {
            Stage::Open => false,
            Stage::Draining | Stage::Closing => self.outbox.is_done() && self.output.is_done(),
            Stage::Flushing => self.output.is_done(),
            Stage::Over => true,
        }
    }

    fn has_deadline(&self) -> bool {
        self.paused || self.stage != Stage::Open
    }

    /// While messages are not read, the end of the input is not seen: then a deadline is set to ask
    /// for it.
    fn note_pause(&mut self) {
        let paused = self.stage == Stage::Open && !self.has_room();
        if paused && !self.paused {
            self.taken = Instant::now();
            self.new_deadline = Some(self.untaken_until());
        }
        self.paused = paused;
    }

    /// When output that nobody takes has lain long enough.
    fn untaken_until(&self) -> Instant {
        self.taken + self.settings.drain.max(SETTLE)
    }

    /// Hands on the lines read so far; `true` when some were left because enough output is ready to
    /// be written.
    async fn take_up_messages(&mut self) -> bool {
        if self.stage != Stage::Open {
            return false;
        }
        let enough = (self.output.waiting().len() + BATCH).min(UNREAD_OUTPUT);
        while self.output.waiting().len() < enough {
            let Some(line) = self.lines.next() else {
                return false;
            };
            self.take_up(line);
            // A flood of input leaves room for other tasks, such as the calls it starts.
            consume_budget().await;
        }
        self.has_room()
    }

    fn take_up(&mut self, line: Line) {
        self.pulse.beat();
        let answer = match line {
            Line::Message(message) => self.peer.receive(message, &self.outlet),
            Line::TooLong(head) => self.peer.too_long(&head).map_or(Answer::None, Answer::Now),
        };
        let mut later = match answer {
            Answer::None => return,
            Answer::Now(frame) => return self.push_answer(&frame),
            Answer::Later(later) => later,
        };
        // No waker is needed: what is not ready is polled again at once by its task.
        match later.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(None) => {}
            Poll::Ready(Some(frame)) => self.push_answer(&frame),
            Poll::Pending => {
                let ticket = self.outbox.ticket();
                tokio::spawn(async move { ticket.deliver(later.await) });
            }
        }
    }

    fn read(&mut self, read: io::Result<usize>) {
        match read {
            Ok(0) => {
                // A last line without a line end is a message too.
                if let Some(line) = self.lines.finish() {
                    self.take_up(line);
                }
                self.end_input();
            }
            Ok(length) => self.lines.advance(length),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                if is_hangup(&error) {
                    tracing::debug!(%error, "the input was cut off");
                } else {
                    self.fault = Some(ServeError::Read(error));
                }
                self.end_input();
            }
        }
    }

    /// Adds an answer after everything that its call has sent before.
    fn push_answer(&mut self, frame: &[u8]) {
        self.collect();
        self.output.push(frame);
    }

    fn collect(&mut self) {
        let was_empty = self.output.waiting().is_empty();
        self.output.push_all(|frames| self.outbox.take_into(frames));
        if self.stage != Stage::Open && was_empty && !self.output.waiting().is_empty() {
            self.taken = Instant::now();
        }
    }

    fn wrote(&mut self, written: io::Result<usize>) {
        match written {
            Ok(_) if self.output.waiting().is_empty() => self.output.set_flushed(),
            Ok(0) => self.output_failed(io::ErrorKind::WriteZero.into()),
            Ok(length) => {
                self.output.wrote(length);
                if self.has_deadline() {
                    self.taken = Instant::now();
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => self.output_failed(error),
        }
    }

    /// Nobody can be answered any more: cancels the calls and gives them a moment to let go.
    fn output_failed(&mut self, error: io::Error) {
        if is_hangup(&error) {
            tracing::debug!(%error, "the reader of the output went away");
        } else {
            self.fault = Some(ServeError::Write(error));
        }
        self.give_up_output();
    }

    fn give_up_output(&mut self) {
        self.output.give_up();
        self.close();
    }

    fn end_input(&mut self) {
        if self.stage == Stage::Open {
            self.stage = Stage::Draining;
            self.peer.end_subscriptions();
            self.taken = Instant::now();
            self.move_deadline(self.settings.drain);
        }
    }

    fn deadline_passed(&mut self, ends: &impl Ends) {
        let now = Instant::now();
        match self.stage {
            Stage::Open if self.untaken_until() > now => {}
            Stage::Open if ends.input_hung_up() => {
                tracing::debug!("the client hung up and leaves its answers unread");
                return self.give_up_output();
            }
            Stage::Open => self.taken = now,
            Stage::Draining if self.outbox.due() > 0 => {
                tracing::debug!(
                    calls = self.outbox.due(),
                    "calls outlived the drain limit and are cancelled"
                );
                return self.close();
            }
            Stage::Draining | Stage::Closing | Stage::Flushing => {
                self.collect();
                self.stage = match self.untaken_until() > now {
                    true => Stage::Flushing,
                    false => Stage::Over,
                };
            }
            Stage::Over => {}
        }
        self.new_deadline = Some(self.untaken_until());
    }

    fn close(&mut self) {
        self.peer.close();
        self.stage = Stage::Closing;
        self.move_deadline(SETTLE);
    }

    fn move_deadline(&mut self, after: Duration) {
        self.new_deadline = Some(Instant::now() + after);
    }
}

/// Serving that ends, or is dropped, leaves no call running.
impl<P: Peer> Drop for Session<'_, P> {
    fn drop(&mut self) {
        self.peer.close();
    }
}

/// Writes some of the bytes; flushes when there are none.
async fn write_or_flush(writer: &mut (impl AsyncWrite + Unpin), bytes: &[u8]) -> io::Result<usize> {
    if bytes.is_empty() {
        writer.flush().await.map(|()| 0)
    } else {
        writer.write(bytes).await
    }
}

/// The other side went away, as opposed to a fault of the stream.
fn is_hangup(error: &io::Error) -> bool {
    use io::ErrorKind::{
        BrokenPipe, ConnectionAborted, ConnectionReset, NotConnected, UnexpectedEof,
    };
    matches!(
        error.kind(),
        BrokenPipe | ConnectionAborted | ConnectionReset | NotConnected | UnexpectedEof
    )
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
