//! One call at a time, for tools that want it so.
//!
//! Does not know what a call is. Whoever asked first has the first turn.

use crate::tool::{Descriptor, Source};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The turns of one tool.
#[derive(Clone, Debug)]
pub(super) struct Turns(Arc<Semaphore>);

/// A place in the queue for a turn; given up when dropped.
pub(super) struct Queued(Pin<Box<dyn Future<Output = Option<Turn>> + Send>>);

/// It is one's turn until this is dropped.
pub(super) struct Turn {
    _permit: OwnedSemaphorePermit,
}

/// The turns of the sequential tools of a server. One function under two names has one queue.
#[derive(Clone, Default)]
pub(super) struct AllTurns(Vec<(Source, &'static str, Turns)>);

impl AllTurns {
    /// The turns of `tool`; none for a tool whose calls run at once.
    pub(super) fn of(&mut self, tool: &Descriptor) -> Option<Turns> {
        if !tool.sequential {
            return None;
        }
        let same = |(source, name, _): &&(Source, &str, Turns)| {
            *source == tool.source && *name == tool.name
        };
        if let Some((_, _, turns)) = self.0.iter().find(same) {
            return Some(turns.clone());
        }
        let turns = Turns(Arc::new(Semaphore::new(1)));
        self.0.push((tool.source, tool.name, turns.clone()));
        Some(turns)
    }
}

impl Turns {
    /// Takes a place in the queue, now: calls are made in the order in which they came, not in
    /// the order in which their futures are polled.
    pub(super) fn queue(&self) -> Queued {
        let permit = Arc::clone(&self.0).acquire_owned();
        // An `Err` is a closed semaphore, and nobody closes it.
        let mut turn: Pin<Box<dyn Future<Output = _> + Send>> =
            Box::pin(async { permit.await.ok().map(|permit| Turn { _permit: permit }) });
        match turn.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Pending => Queued(turn),
            Poll::Ready(turn) => Queued(Box::pin(std::future::ready(turn))),
        }
    }
}

impl Queued {
    /// Waits for the turn.
    pub(super) async fn turn(self) -> Option<Turn> {
        self.0.await
    }
}
