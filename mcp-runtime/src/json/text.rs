//! JSON strings: where one ends, and what its escapes stand for.

use std::borrow::Cow;

use super::error::Error;

const CUT_OFF: &str = "a string without its closing quote";
const CONTROL: &str = "a control character in a string; escape it";
const BAD_ESCAPE: &str = "an unknown escape in a string";
const LONE_SURROGATE: &str =
    "a lone surrogate in a string; send both halves or the character itself";

/// The text between the quotes as it was written.
#[derive(Debug, Clone, Copy)]
pub(super) struct RawText<'de> {
    pub(super) raw: &'de str,
    pub(super) escaped: bool,
}

impl<'de> RawText<'de> {
    /// What the text stands for; borrowed when it has no escapes.
    #[inline]
    pub(super) fn text(self) -> Result<Cow<'de, str>, Error> {
        if !self.escaped {
            return Ok(Cow::Borrowed(self.raw));
        }
        decode_escapes(self.raw, 0, plain_until(self.raw.as_bytes(), 0))
            .map(|(text, _)| Cow::Owned(text))
    }
}

/// Finds the closing quote of the string whose content begins at `start`; gives its index and whether escapes occur.
#[inline]
pub(super) fn closing_quote(bytes: &[u8], start: usize) -> Result<(usize, bool), Error> {
    let at = plain_until(bytes, start);
    match bytes.get(at) {
        Some(b'"') => Ok((at, false)),
        _ => closing_quote_after_escapes(bytes, at).map(|end| (end, true)),
    }
}

fn closing_quote_after_escapes(bytes: &[u8], mut at: usize) -> Result<usize, Error> {
    loop {
        match bytes.get(at) {
            Some(b'"') => return Ok(at),
            Some(b'\\') => match bytes.get(at + 1) {
                Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => at += 2,
                Some(b'u') if hex4(bytes, at + 2).is_some() => at += 6,
                None => return Err(Error::malformed(CUT_OFF)),
                Some(_) => return Err(Error::malformed(BAD_ESCAPE)),
            },
            Some(_) => return Err(Error::malformed(CONTROL)),
            None => return Err(Error::malformed(CUT_OFF)),
        }
        at = plain_until(bytes, at);
    }
}

/// The index of the first quote, backslash or control character from `at` on, or the length.
#[inline]
fn plain_until(bytes: &[u8], mut at: usize) -> usize {
    const WORD: usize = size_of::<u64>();
    // most keys and many values end within a few words; long ones are worth wider steps
    for _ in 0..4 {
        let Some(word) = bytes.get(at..).and_then(|rest| rest.first_chunk::<WORD>()) else {
            return plain_until_end(bytes, at);
        };
        let found = special_bytes(u64::from_le_bytes(*word));
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += WORD;
    }
    long_plain_until(bytes, at)
}

fn long_plain_until(bytes: &[u8], mut at: usize) -> usize {
    const BLOCK: usize = 32;
    // no early exit inside a block, so that the compiler compares it as vectors
    while let Some(block) = bytes.get(at..at + BLOCK) {
        if block
            .iter()
            .fold(false, |found, byte| found | is_special(*byte))
        {
            break;
        }
        at += BLOCK;
    }
    plain_until_end(bytes, at)
}

#[inline]
fn plain_until_end(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|byte| !is_special(*byte)) {
        at += 1;
    }
    at
}

#[inline]
fn is_special(byte: u8) -> bool {
    (byte == b'"') | (byte == b'\\') | (byte < 0x20)
}

/// Eight bytes at once: the highest bit of the first special byte is set; bits above it mean nothing.
#[inline]
fn special_bytes(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    // a subtraction borrows out of a byte that is smaller, and only then reaches the next one
    let below = |bytes: u64, limit: u8| bytes.wrapping_sub(ONES * u64::from(limit)) & !bytes;
    let quote = below(word ^ (ONES * u64::from(b'"')), 1);
    let backslash = below(word ^ (ONES * u64::from(b'\\')), 1);
    (below(word, 0x20) | quote | backslash) & (ONES << 7)
}

/// What the string whose content begins at `start` stands for, and the index of its closing quote.
#[inline]
pub(super) fn decode(text: &str, start: usize) -> Result<(Cow<'_, str>, usize), Error> {
    let at = plain_until(text.as_bytes(), start);
    if text.as_bytes().get(at) == Some(&b'"') {
        return Ok((Cow::Borrowed(&text[start..at]), at));
    }
    let (decoded, end) = decode_escapes(text, start, at)?;
    if end == text.len() {
        Err(Error::malformed(CUT_OFF))
    } else {
        Ok((Cow::Owned(decoded), end))
    }
}

/// Decodes from `start` to the next quote or the end of the text; nothing is special before `at`.
fn decode_escapes(text: &str, start: usize, mut at: usize) -> Result<(String, usize), Error> {
    let bytes = text.as_bytes();
    // where escapes are, more of them follow
    let mut decoded = String::with_capacity(2 * (at - start) + 16);
    decoded.push_str(&text[start..at]);
    loop {
        match bytes.get(at) {
            None | Some(b'"') => return Ok((decoded, at)),
            Some(b'\\') => at = decode_escape(bytes, at, &mut decoded)?,
            Some(_) => return Err(Error::malformed(CONTROL)),
        }
        let end = plain_until(bytes, at);
        decoded.push_str(&text[at..end]);
        at = end;
    }
}

/// Decodes the escape at `at`; gives where it ends.
fn decode_escape(bytes: &[u8], at: usize, decoded: &mut String) -> Result<usize, Error> {
    let character = match bytes.get(at + 1) {
        Some(b'n') => '\n',
        Some(b't') => '\t',
        Some(b'r') => '\r',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(other @ (b'"' | b'\\' | b'/')) => char::from(*other),
        Some(b'u') => {
            let (character, end) = unicode_escape(bytes, at)?;
            decoded.push(character);
            return Ok(end);
        }
        Some(_) => return Err(Error::malformed(BAD_ESCAPE)),
        None => return Err(Error::malformed(CUT_OFF)),
    };
    decoded.push(character);
    Ok(at + 2)
}

/// Reads `\uXXXX` or a pair of them at `at`; gives the character and where it ends.
fn unicode_escape(bytes: &[u8], at: usize) -> Result<(char, usize), Error> {
    let first = hex4(bytes, at + 2).ok_or_else(|| Error::malformed(BAD_ESCAPE))?;
    if let Some(character) = char::from_u32(first) {
        return Ok((character, at + 6));
    }
    let second = match bytes.get(at + 6..at + 8) {
        Some(b"\\u") => hex4(bytes, at + 8),
        _ => None,
    };
    match (first, second) {
        (0xd800..=0xdbff, Some(second @ 0xdc00..=0xdfff)) => {
            let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
            let character = char::from_u32(code).ok_or_else(|| Error::malformed(LONE_SURROGATE))?;
            Ok((character, at + 12))
        }
        _ => Err(Error::malformed(LONE_SURROGATE)),
    }
}

fn hex4(bytes: &[u8], at: usize) -> Option<u32> {
    let [first, second, third, fourth] = bytes
        .get(at..at + 4)?
        .first_chunk()
        .map(|four| four.map(|byte| HEX[usize::from(byte)]))?;
    let code =
        u32::from(first) << 12 | u32::from(second) << 8 | u32::from(third) << 4 | u32::from(fourth);
    // a byte that is no digit sets every bit of its entry
    ((first | second | third | fourth) < 16).then_some(code)
}

/// What each byte stands for as a hexadecimal digit; all bits set for those that are none.
static HEX: [u8; 256] = {
    let mut table = [u8::MAX; 256];
    let mut digit = 0;
    while digit < 16 {
        let (lower, upper) = (b"0123456789abcdef"[digit], b"0123456789ABCDEF"[digit]);
        table[lower as usize] = digit as u8;
        table[upper as usize] = digit as u8;
        digit += 1;
    }
    table
};
