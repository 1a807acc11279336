//! What a session hears from outside beside what reading and writing tell: of the far ends of its
//! streams, and from whoever watches it.
//!
//! Does not know what the streams are.

use std::future::{Future, pending};

use super::pulse::Pulse;

/// The far ends of a session's streams.
pub(super) trait Ends: Sync {
    /// Nobody can write to the input any more; what was written may still wait to be read.
    fn input_hung_up(&self) -> bool;
    /// Waits until nobody can read the output any more.
    fn output_hung_up(&self) -> impl Future<Output = ()> + Send;
}

/// Streams that tell nothing but by reading and writing.
pub(super) struct Unseen;

impl Ends for Unseen {
    fn input_hung_up(&self) -> bool {
        false
    }

    fn output_hung_up(&self) -> impl Future<Output = ()> + Send {
        pending()
    }
}

/// What a session hears from outside beside its streams.
pub(super) enum News {
    /// Nobody can read the output any more.
    OutputHungUp,
    /// Somebody wants a sign of life.
    Asked,
}

/// Waits for the next news.
pub(super) async fn hear(ends: &impl Ends, pulse: &Pulse) -> News {
    tokio::select! {
        () = ends.output_hung_up() => News::OutputHungUp,
        () = pulse.asked() => News::Asked,
    }
}
