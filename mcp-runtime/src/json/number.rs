//! JSON numbers: exact integers from their digits, correctly rounded floats, and the words for their ranges.
//!
//! JSON Schema calls every number without a fractional part an integer, so `5.0` and `1e2` are integers here. The
//! digits are never taken through a float.

use super::error::{Error, Kind, number_shown};

/// A number as it stands in the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Number<'de> {
    pub(super) text: &'de str,
}

/// What a number is as an integer.
pub(super) enum Exact {
    Integer {
        negative: bool,
        magnitude: u128,
    },
    /// It has a fractional part.
    Fraction,
    /// It does not fit 128 bits.
    Huge,
}

/// What an integer type holds, and the words for it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// The greatest magnitude below zero.
    below: u128,
    /// The greatest magnitude from zero on.
    above: u128,
    /// Names the range where a reader can use it.
    words: &'static str,
    /// Names the end that was passed; for wide types not worth saying otherwise.
    far: &'static str,
}

const fn narrow(below: u128, above: u128, words: &'static str) -> Bounds {
    Bounds {
        below,
        above,
        words,
        far: words,
    }
}

const fn wide(below: u128, above: u128, words: &'static str, far: &'static str) -> Bounds {
    Bounds {
        below,
        above,
        words,
        far,
    }
}

const NATURAL: &str = "an integer of at least 0";

impl Bounds {
    pub(super) const I8: Self = narrow(1 << 7, (1 << 7) - 1, "an integer from -128 to 127");
    pub(super) const I16: Self = narrow(1 << 15, (1 << 15) - 1, "an integer from -32768 to 32767");
    pub(super) const I32: Self = narrow(
        1 << 31,
        (1 << 31) - 1,
        "an integer from -2147483648 to 2147483647",
    );
    pub(super) const I64: Self = wide(
        1 << 63,
        (1 << 63) - 1,
        "an integer",
        "an integer from -9223372036854775808 to 9223372036854775807",
    );
    pub(super) const I128: Self = wide(
        1 << 127,
        (1 << 127) - 1,
        "an integer",
        "an integer of at most 128 bits",
    );
    pub(super) const U8: Self = narrow(0, 0xff, "an integer from 0 to 255");
    pub(super) const U16: Self = narrow(0, 0xffff, "an integer from 0 to 65535");
    pub(super) const U32: Self = narrow(0, 0xffff_ffff, "an integer from 0 to 4294967295");
    pub(super) const U64: Self = wide(
        0,
        0xffff_ffff_ffff_ffff,
        NATURAL,
        "an integer from 0 to 18446744073709551615",
    );
    pub(super) const U128: Self = wide(0, u128::MAX, NATURAL, "an integer from 0 to 2^128 - 1");

    #[inline]
    pub(super) fn hold(&self, negative: bool, magnitude: u128) -> bool {
        magnitude <= if negative { self.below } else { self.above }
    }

    /// What an integer of unknown type is visited as: `i64` below zero, `u64` above.
    pub(super) fn of_any(negative: bool) -> Self {
        if negative { Self::I64 } else { Self::U64 }
    }

    pub(super) fn words(&self) -> &'static str {
        self.words
    }

    #[cold]
    pub(super) fn passed(&self, negative: bool, text: &str) -> Error {
        let what = if negative && self.below == 0 {
            self.words
        } else {
            self.far
        };
        Error::new(Kind::Range {
            what: what.into(),
            got: number_shown(text),
        })
    }

    /// The integer that `number` is, within these bounds.
    pub(super) fn check(&self, number: &Number<'_>) -> Result<(bool, u128), Error> {
        match number.exact() {
            Exact::Integer {
                negative,
                magnitude,
            } if self.hold(negative, magnitude) => Ok((negative, magnitude)),
            Exact::Fraction => Err(Error::expected(self.words, number_shown(number.text))),
            Exact::Integer { .. } | Exact::Huge => {
                Err(self.passed(number.is_negative(), number.text))
            }
        }
    }
}

impl<'de> Number<'de> {
    /// The number at the start of `rest`, or `None` when the grammar of JSON has none there.
    #[inline]
    pub(super) fn scan(rest: &'de str) -> Option<Self> {
        number_end(rest.as_bytes(), 0).map(|end| Self { text: &rest[..end] })
    }

    /// The digits before and after the point, and the exponent with its sign; empty where there is none.
    fn parts(&self) -> (&'de str, &'de str, &'de str) {
        let (decimal, exponent) = self.text.split_once(['e', 'E']).unwrap_or((self.text, ""));
        let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, ""));
        (whole.trim_start_matches('-'), fraction, exponent)
    }

    pub(super) fn is_negative(&self) -> bool {
        self.text.starts_with('-')
    }

    /// Plain decimal arithmetic; the work is bounded by the length of the text, whatever the exponent says.
    pub(super) fn exact(&self) -> Exact {
        let negative = self.is_negative();
        let (whole, fraction, exponent) = self.parts();
        let significant = || whole.bytes().chain(fraction.bytes());
        let zeros = significant()
            .rev()
            .take_while(|digit| *digit == b'0')
            .count();
        let kept = whole.len() + fraction.len() - zeros;
        if kept == 0 {
            return Exact::Integer {
                negative,
                magnitude: 0,
            };
        }
        // the digits that are kept, times ten to the power of `scale`
        let scale = exponent_value(exponent)
            .saturating_sub(length(fraction.len()))
            .saturating_add(length(zeros));
        if scale < 0 {
            return Exact::Fraction;
        }
        let append =
            |value: u128, digit: u8| value.checked_mul(10)?.checked_add(u128::from(digit - b'0'));
        // 128 bits hold at most 39 digits
        let Some(power) = u32::try_from(scale)
            .ok()
            .filter(|scale| *scale < 39)
            .map(|scale| 10u128.pow(scale))
        else {
            return Exact::Huge;
        };
        match significant()
            .take(kept)
            .try_fold(0, append)
            .and_then(|value: u128| value.checked_mul(power))
        {
            Some(magnitude) => Exact::Integer {
                negative,
                magnitude,
            },
            None => Exact::Huge,
        }
    }

    /// The nearest double, unless it is beyond the greatest one.
    pub(super) fn to_f64(self) -> Result<f64, Error> {
        self.text
            .parse()
            .ok()
            .filter(|value: &f64| value.is_finite())
            .ok_or_else(|| self.beyond("a double"))
    }

    /// The nearest single, rounded once, unless it is beyond the greatest one.
    pub(super) fn to_f32(self) -> Result<f32, Error> {
        let words = "a single-precision number (up to about 3.4e38)";
        self.text
            .parse()
            .ok()
            .filter(|value: &f32| value.is_finite())
            .ok_or_else(|| self.beyond(words))
    }

    #[cold]
    fn beyond(&self, range: &str) -> Error {
        let what = format!("a number in the range of {range}");
        Error::new(Kind::Range {
            what: what.into(),
            got: number_shown(self.text),
        })
    }
}

/// A short plain integer at the start of `bytes`: sign, magnitude and length. Leaves everything else to the full scan.
#[inline]
pub(super) fn quick_integer(bytes: &[u8]) -> Option<(bool, u64, usize)> {
    let negative = bytes.first() == Some(&b'-');
    let start = usize::from(negative);
    let mut at = start;
    let mut magnitude = 0u64;
    while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
        magnitude = magnitude
            .wrapping_mul(10)
            .wrapping_add(u64::from(digit - b'0'));
        at += 1;
    }
    let length = at - start;
    // 19 digits always fit
    let plain = (1..=19).contains(&length)
        && (length == 1 || bytes[start] != b'0')
        && !matches!(bytes.get(at), Some(b'.' | b'e' | b'E'));
    plain.then_some((negative, magnitude, at))
}

/// The number at the start of `bytes`: where it ends, and its value when it is short and without exponent.
///
/// Fifteen digits and a power of ten up to fifteen are both exact doubles, so that one division rounds correctly.
#[inline]
pub(super) fn quick_decimal(bytes: &[u8]) -> Option<(usize, Option<f64>)> {
    const POWERS: [f64; 16] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ];
    let start = usize::from(bytes.first() == Some(&b'-'));
    let mut digits = 0u64;
    let mut run = |start: usize| {
        let mut at = start;
        while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
            digits = digits
                .wrapping_mul(10)
                .wrapping_add(u64::from(digit - b'0'));
            at += 1;
        }
        (at > start).then_some(at)
    };
    let point = run(start)?;
    if point - start > 1 && bytes[start] == b'0' {
        return None;
    }
    let mut end = point;
    let mut places = 0;
    if bytes.get(point) == Some(&b'.') {
        end = run(point + 1)?;
        places = end - point - 1;
    }
    if let Some(b'e' | b'E') = bytes.get(end) {
        return Some((exponent_end(bytes, end)?, None));
    }
    if point - start + places > 15 {
        return Some((end, None));
    }
    // exact: below 2^53
    #[allow(clippy::cast_precision_loss)]
    let value = digits as f64 / POWERS[places];
    Some((end, Some(if start == 1 { -value } else { value })))
}

/// Where the number that begins at `at` ends, or `None` when the grammar of JSON has none there.
#[inline]
pub(super) fn number_end(bytes: &[u8], at: usize) -> Option<usize> {
    let start = at + usize::from(bytes.get(at) == Some(&b'-'));
    let mut end = some_digits(bytes, start)?;
    if end - start > 1 && bytes[start] == b'0' {
        return None;
    }
    if bytes.get(end) == Some(&b'.') {
        end = some_digits(bytes, end + 1)?;
    }
    if let Some(b'e' | b'E') = bytes.get(end) {
        end = exponent_end(bytes, end)?;
    }
    Some(end)
}

/// Where the exponent whose `e` stands at `at` ends.
#[inline]
fn exponent_end(bytes: &[u8], at: usize) -> Option<usize> {
    let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
    some_digits(bytes, at + 1 + sign)
}

/// Where the digits that begin at `start` end, if there are any.
#[inline]
fn some_digits(bytes: &[u8], start: usize) -> Option<usize> {
    let end = digits_end(bytes, start);
    (end > start).then_some(end)
}

#[inline]
fn digits_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b'0'..=b'9') = bytes.get(at) {
        at += 1;
    }
    at
}

fn length(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn exponent_value(text: &str) -> i64 {
    let digits = text.trim_start_matches(['+', '-']);
    let size = digits.bytes().fold(0i64, |value, digit| {
        value
            .saturating_mul(10)
            .saturating_add(i64::from(digit - b'0'))
    });
    if text.starts_with('-') { -size } else { size }
}
