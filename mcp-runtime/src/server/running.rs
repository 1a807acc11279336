//! Runs the function behind an adapter where its kind belongs.
//!
//! Does not know what becomes of the outcome.

use super::begun::Permit;
use super::guard::{Guarded, Panicked, guarded};
use crate::tool::{Call, Outcome, Reply, Run};

/// Calls the function and waits for it.
pub(super) async fn function<T: Send + 'static>(
    name: &str,
    run: Run,
    adapter: fn(Call) -> Reply<T>,
    call: Call,
    permit: Permit,
) -> Result<Outcome<T>, Panicked> {
    match run {
        Run::Inline => here(name, adapter, call),
        Run::Async => match guarded(name, || adapter(call))? {
            Reply::Ready(outcome) => Ok(outcome),
            Reply::Later(future) => Guarded::new(name, future).await,
        },
        Run::Blocking => {
            let name = name.to_owned();
            let cancelled = call.context().clone();
            on_a_thread(permit, move || {
                // It may have waited for a thread, and nobody waits for it any more.
                match cancelled.is_cancelled() {
                    true => Err(Panicked),
                    false => here(&name, adapter, call),
                }
            })
            .await
        }
    }
}

/// Calls a sync function on this thread.
pub(super) fn here<T>(
    name: &str,
    adapter: fn(Call) -> Reply<T>,
    call: Call,
) -> Result<Outcome<T>, Panicked> {
    guarded(name, || match adapter(call) {
        Reply::Ready(outcome) => outcome,
        Reply::Later(_) => unreachable!("the macro marks async functions as async"),
    })
}

/// Runs `work` on a thread that it may block; the permit is held until it ends.
pub(super) async fn on_a_thread<T: Send + 'static>(
    permit: Permit,
    work: impl FnOnce() -> Result<T, Panicked> + Send + 'static,
) -> Result<T, Panicked> {
    let span = tracing::Span::current();
    let thread = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        span.in_scope(work)
    });
    // The work catches panics itself; what is left is a runtime that is going away.
    thread.await.unwrap_or(Err(Panicked))
}
