//! A future for what hardly ever happens, beside others that are polled all the time.
//!
//! Most futures pay at each poll for keeping their waker; this one asks the future within only when
//! that was woken. Does not know what it waits for.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

/// Polls what it holds only when that was woken.
pub(super) struct Seldom<F> {
    future: Pin<Box<F>>,
    /// The bell that the future rings, and the waker that rings it.
    bell: Option<(Arc<Bell>, Waker)>,
}

/// Remembers that it was rung, and wakes the task.
struct Bell {
    rung: AtomicBool,
    task: Waker,
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        // Before the task is woken, which will look here.
        self.rung.store(true, Ordering::Release);
        self.task.wake_by_ref();
    }
}

impl<F: Future> Seldom<F> {
    pub(super) fn new(future: F) -> Self {
        Seldom {
            future: Box::pin(future),
            bell: None,
        }
    }
}

impl<F: Future> Future for Seldom<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let this = &mut *self;
        let waker = match &mut this.bell {
            Some((bell, waker)) if bell.task.will_wake(context.waker()) => {
                if !bell.rung.load(Ordering::Acquire) {
                    return Poll::Pending;
                }
                // Before the poll, so that a bell rung from now on is heard.
                bell.rung.store(false, Ordering::Relaxed);
                waker
            }
            // First polled, or by another task than before.
            bell => {
                let fresh = Arc::new(Bell {
                    rung: AtomicBool::new(false),
                    task: context.waker().clone(),
                });
                let waker = Waker::from(Arc::clone(&fresh));
                &mut bell.insert((fresh, waker)).1
            }
        };
        this.future.as_mut().poll(&mut Context::from_waker(waker))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_future_is_polled_once_for_each_time_it_is_woken() {
        let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
        let mut polls = 0;
        let mut seldom = Seldom::new(std::future::poll_fn(|context| {
            polls += 1;
            match receiver.poll_recv(context) {
                Poll::Ready(Some(1)) => Poll::Ready(()),
                Poll::Ready(_) => {
                    context.waker().wake_by_ref();
                    Poll::Pending
                }
                Poll::Pending => Poll::Pending,
            }
        }));
        for round in 0..10 {
            assert_eq!(poll_once(&mut seldom).await, Poll::Pending);
            if round == 4 {
                sender.send(0).expect("it is received");
            }
        }
        sender.send(1).expect("it is received");
        seldom.await;
        // At first, for each message, and when it woke itself.
        assert_eq!(polls, 4);
    }

    #[tokio::test]
    async fn another_task_is_woken_in_place_of_the_first() {
        let (sender, receiver) = tokio::sync::oneshot::channel();
        let mut seldom = Seldom::new(receiver);
        assert!(poll_once(&mut seldom).await.is_pending());
        let waiting = tokio::spawn(seldom);
        tokio::task::yield_now().await;
        sender.send(()).expect("it is received");
        assert_eq!(waiting.await.expect("no panic"), Ok(()));
    }

    /// Polls once.
    async fn poll_once<F: Future + Unpin>(future: &mut F) -> Poll<F::Output> {
        std::future::poll_fn(|context| Poll::Ready(Pin::new(&mut *future).poll(context))).await
    }
}
