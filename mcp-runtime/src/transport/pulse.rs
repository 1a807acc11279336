//! A session's sign of life, for whoever has to end it from outside.
//!
//! A session beats at each of its turns and at each message, so one that is busy beats by itself
//! and an idle one when it is asked. It stops beating when its thread is blocked, or all threads
//! that could run it. Does not know what a session does or who watches it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::sleep;

/// How often a session is asked before it counts as stuck.
///
/// Questions are counted, not time: a process that was stopped for a while, or a machine that
/// slept, has not been silent.
const QUESTIONS: u32 = 10;

/// The sign of life of one session.
#[derive(Default)]
pub(crate) struct Pulse {
    beats: AtomicU64,
    asked: Notify,
}

impl Pulse {
    /// Says that the session goes on.
    pub(super) fn beat(&self) {
        self.beats.fetch_add(1, Ordering::Relaxed);
    }

    /// Waits for a question, after which the session should beat.
    pub(super) async fn asked(&self) {
        self.asked.notified().await;
    }

    /// Waits until the session has given no sign of life for `limit`.
    #[cfg_attr(
        not(feature = "cli"),
        allow(
            dead_code,
            reason = "only a whole program ends its session from outside"
        )
    )]
    pub(crate) async fn stopped(&self, limit: Duration) {
        let mut seen = self.beats.load(Ordering::Relaxed);
        let mut unanswered = 0;
        while unanswered < QUESTIONS {
            self.asked.notify_one();
            sleep(limit / QUESTIONS).await;
            let beats = self.beats.load(Ordering::Relaxed);
            unanswered = if beats == seen { unanswered + 1 } else { 0 };
            seen = beats;
        }
    }
}
