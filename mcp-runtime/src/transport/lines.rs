//! Cuts a byte stream into lines, one message each.
//!
//! Takes off line ends (LF or CRLF) and byte-order marks and leaves out blank lines. Does not parse
//! JSON and does not read: it lends the space to read into.
//!
//! Invariant: of a line longer than the limit only the head is kept, and the rest is passed over as
//! it arrives, so a peer cannot make us allocate without bound.
//!
//! Spec: MCP 2026-07-28, basic/transports, "stdio"; RFC 8259, sections 2 and 8.1.

use std::mem;

use memchr::memchr;

/// How much one read asks for: the capacity of a pipe on Linux.
const CHUNK: usize = 64 * 1024;
/// What is kept of a line that is too long; enough to find its id.
const HEAD: usize = 4 * 1024;
/// From this length on a line leaves in the buffer it was read into instead of being copied.
const LARGE: usize = 32 * 1024;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// One line of the input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A line that is not blank, without its line end.
    Message(Vec<u8>),
    /// The first bytes of a line over the limit; told once, before the line has ended.
    TooLong(Vec<u8>),
}

/// The input read so far and not yet taken.
pub(crate) struct Lines {
    /// Initialised to its whole length, so that a read needs no clearing.
    buffer: Vec<u8>,
    /// Where the first line not yet taken begins.
    start: usize,
    /// Up to here there is no line end after `start`.
    scanned: usize,
    /// Up to here the buffer holds input.
    filled: usize,
    /// The most bytes a line may have, its end not counted.
    limit: usize,
    /// Inside a line that was refused: everything up to the next line end is passed over.
    skipping: bool,
}

impl Lines {
    pub(crate) fn new(limit: usize) -> Self {
        Lines {
            buffer: vec![0; CHUNK],
            start: 0,
            scanned: 0,
            filled: 0,
            limit,
            skipping: false,
        }
    }

    /// Room for the next read, never empty; what was read is told to `advance`.
    pub(crate) fn space(&mut self) -> &mut [u8] {
        if self.start == self.filled {
            (self.start, self.scanned, self.filled) = (0, 0, 0);
        }
        // A tail is moved to the front only when little room is left, so that short lines are not
        // moved at every read.
        if self.buffer.len() - self.filled < CHUNK / 2 {
            self.buffer.copy_within(self.start..self.filled, 0);
            self.scanned -= self.start;
            self.filled -= self.start;
            self.start = 0;
            if self.buffer.len() - self.filled < CHUNK / 2 {
                self.buffer.resize(
                    (2 * self.buffer.len()).min(self.filled.max(self.limit) + CHUNK),
                    0,
                );
            }
        }
        &mut self.buffer[self.filled..]
    }

    /// Says how many bytes of `space` were filled.
    pub(crate) fn advance(&mut self, read: usize) {
        self.filled += read;
    }

    /// The next line that has ended, or the head of one that has grown too long.
    pub(crate) fn next(&mut self) -> Option<Line> {
        loop {
            let Some(found) = memchr(b'\n', &self.buffer[self.scanned..self.filled]) else {
                self.scanned = self.filled;
                return self.refuse_when_too_long();
            };
            let end = self.scanned + found;
            if mem::take(&mut self.skipping) {
                (self.start, self.scanned) = (end + 1, end + 1);
            } else if let Some(line) = self.take_line(end, end + 1) {
                return Some(line);
            }
        }
    }

    /// The last line when the input ended without a line end; call it once `next` has given
    /// everything.
    pub(crate) fn finish(&mut self) -> Option<Line> {
        if mem::take(&mut self.skipping) {
            None
        } else {
            self.take_line(self.filled, self.filled)
        }
    }

    fn refuse_when_too_long(&mut self) -> Option<Line> {
        if self.skipping {
            self.start = self.filled;
            return None;
        }
        // One more than the limit may be the CR of a line end that is still under way.
        if self.filled - self.start <= self.limit.saturating_add(1) {
            return None;
        }
        let head = self.head(self.filled);
        self.skipping = true;
        // The buffer has grown with the line; give that memory back.
        self.buffer = vec![0; CHUNK];
        (self.start, self.scanned, self.filled) = (0, 0, 0);
        Some(Line::TooLong(head))
    }

    /// Takes the line `start..end` off the input, which goes on at `next`; `None` when it is blank.
    fn take_line(&mut self, end: usize, next: usize) -> Option<Line> {
        let mut from = self.start;
        let line = &self.buffer[from..end];
        let length = line.strip_suffix(b"\r").unwrap_or(line).len();
        let text = match line[..length].strip_prefix(BYTE_ORDER_MARK) {
            Some(text) => {
                from += BYTE_ORDER_MARK.len();
                text
            }
            None => &line[..length],
        };
        let line = if length > self.limit {
            Some(Line::TooLong(self.head(end)))
        } else if text.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r')) {
            None
        } else if from == 0 && length >= LARGE {
            return Some(Line::Message(self.take_buffer(length, next)));
        } else {
            Some(Line::Message(text.to_vec()))
        };
        (self.start, self.scanned) = (next, next);
        line
    }

    /// Gives away the buffer cut to its first line and goes on with a new one.
    fn take_buffer(&mut self, length: usize, next: usize) -> Vec<u8> {
        let rest = self.filled - next;
        let mut fresh = vec![0; CHUNK.max(rest)];
        fresh[..rest].copy_from_slice(&self.buffer[next..self.filled]);
        let mut message = mem::replace(&mut self.buffer, fresh);
        message.truncate(length);
        (self.start, self.scanned, self.filled) = (0, 0, rest);
        message
    }

    fn head(&self, end: usize) -> Vec<u8> {
        self.buffer[self.start..end.min(self.start + HEAD)].to_vec()
    }
}

#[cfg(test)]
#[path = "lines_tests.rs"]
mod tests;
