//! The bytes that wait to be written: whole frames, and how much of them is out.
//!
//! Does not write and does not know where the frames come from.

/// How much memory is kept for the next batch once everything is written.
const KEPT: usize = 256 * 1024;
/// From this many written bytes on the rest is moved to the front.
const WORTH_MOVING: usize = 64 * 1024;

/// Frames with their line ends, to be written in order.
pub(super) struct Output {
    frames: Vec<u8>,
    /// The first bytes of `frames`, which are out already.
    written: usize,
    /// Nothing was written since the last flush.
    flushed: bool,
    /// Nobody can read any more; frames are dropped.
    gone: bool,
}

impl Output {
    pub(super) fn new() -> Self {
        Output {
            frames: Vec::new(),
            written: 0,
            flushed: true,
            gone: false,
        }
    }

    /// Adds one frame and its line end.
    pub(super) fn push(&mut self, frame: &[u8]) {
        if !self.gone {
            append_frame(&mut self.frames, frame);
        }
    }

    /// Adds frames by a function that appends them to the buffer.
    pub(super) fn push_all(&mut self, append_to: impl FnOnce(&mut Vec<u8>)) {
        append_to(&mut self.frames);
        if self.gone {
            self.frames.clear();
        }
    }

    /// What is to be written next.
    pub(super) fn waiting(&self) -> &[u8] {
        &self.frames[self.written..]
    }

    /// Everything is written and flushed.
    pub(super) fn is_done(&self) -> bool {
        self.flushed && self.waiting().is_empty()
    }

    /// The first `length` bytes of `waiting` are out.
    pub(super) fn wrote(&mut self, length: usize) {
        self.written += length;
        self.flushed = false;
        if self.waiting().is_empty() {
            self.frames.clear();
            // One large answer should not keep its memory for the life of the connection.
            self.frames.shrink_to(KEPT);
        } else if self.written >= WORTH_MOVING && self.written >= self.frames.len() / 2 {
            self.frames.drain(..self.written);
        } else {
            return;
        }
        self.written = 0;
    }

    /// Whether the output was given up.
    pub(super) fn is_gone(&self) -> bool {
        self.gone
    }

    pub(super) fn set_flushed(&mut self) {
        self.flushed = true;
    }

    /// Drops what waits and all that comes.
    pub(super) fn give_up(&mut self) {
        *self = Output {
            gone: true,
            ..Output::new()
        };
    }
}

/// Adds one frame and its line end.
pub(super) fn append_frame(frames: &mut Vec<u8>, frame: &[u8]) {
    debug_assert!(!frame.contains(&b'\n'), "a frame is one line");
    frames.reserve(frame.len() + 1);
    frames.extend_from_slice(frame);
    frames.push(b'\n');
}
