//! A user's code run so that a panic ends its own call and nothing else.
//!
//! The payload of a panic never leaves this file but for the log: it may hold secrets.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

/// The code panicked.
#[derive(Debug)]
pub(super) struct Panicked;

/// Runs `code`. What it had borrowed is not looked at again after a panic.
pub(super) fn guarded<T>(name: &str, code: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(code)).map_err(|payload| {
        log(name, payload);
        Panicked
    })
}

/// A future whose panics are caught, at each poll and when it is dropped.
pub(super) struct Guarded<'a, T> {
    name: &'a str,
    future: Option<Pin<Box<dyn Future<Output = T> + Send>>>,
}

impl<'a, T> Guarded<'a, T> {
    pub(super) fn new(name: &'a str, future: Pin<Box<dyn Future<Output = T> + Send>>) -> Self {
        Self {
            name,
            future: Some(future),
        }
    }

    /// Drops the future; `Err` when that panicked.
    fn clear(&mut self) -> Result<(), Panicked> {
        let future = self.future.take();
        guarded(self.name, || drop(future))
    }
}

impl<T> Future for Guarded<'_, T> {
    type Output = Result<T, Panicked>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        let Some(future) = &mut this.future else {
            return Poll::Ready(Err(Panicked));
        };
        let polled = guarded(this.name, || future.as_mut().poll(cx));
        match polled {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(value)) => Poll::Ready(this.clear().map(|()| value)),
            Err(Panicked) => {
                let _ = this.clear();
                Poll::Ready(Err(Panicked))
            }
        }
    }
}

impl<T> Drop for Guarded<'_, T> {
    fn drop(&mut self) {
        let _ = self.clear();
    }
}

/// The panic hook has printed the position; the log ties the message to the function.
fn log(name: &str, payload: Box<dyn Any + Send>) {
    let message = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a text");
    tracing::error!(name, message, "the function panicked");
    // A payload may itself panic when it is dropped.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(payload)));
}
