//! Ranges and lengths in words, the same for whoever finds that a value is outside.
//!
//! Does not know where bounds come from.

use crate::json::Error;
use std::fmt::Display;

/// An end of a range.
#[derive(Clone, Copy)]
pub(super) enum End<T> {
    Inclusive(T),
    #[cfg_attr(
        not(feature = "validate"),
        allow(dead_code, reason = "only schemas written by hand have them")
    )]
    Exclusive(T),
}
use End::{Exclusive, Inclusive};

/// `a number from 1 to 9`.
pub(super) fn range<T: Display + PartialEq>(
    noun: &str,
    least: Option<End<T>>,
    most: Option<End<T>>,
) -> String {
    if let (Some(Inclusive(least)), Some(Inclusive(most))) = (&least, &most) {
        return match least == most {
            true => format!("the number {least}"),
            false => format!("{noun} from {least} to {most}"),
        };
    }
    let least = least.map(|end| match end {
        Inclusive(least) => format!(" of at least {least}"),
        Exclusive(least) => format!(" greater than {least}"),
    });
    let most = most.map(|end| match end {
        Inclusive(most) => format!(" of at most {most}"),
        Exclusive(most) => format!(" less than {most}"),
    });
    match (least, most) {
        (Some(least), Some(most)) => format!("{noun}{least} and{most}"),
        (least, most) => format!("{noun}{}", least.or(most).unwrap_or_default()),
    }
}

/// `1 to 3 elements`.
pub(super) fn count((least, most): (Option<u64>, Option<u64>), unit: &str) -> String {
    let units = |count: u64| match count {
        1 => format!("1 {unit}"),
        _ => format!("{count} {unit}s"),
    };
    match (least, most) {
        (Some(least), Some(most)) if least == most => units(least),
        (Some(least), Some(most)) => format!("{least} to {}", units(most)),
        (Some(least), None) => format!("at least {}", units(least)),
        (_, most) => format!("at most {}", units(most.unwrap_or(u64::MAX))),
    }
}

/// The fault of something that has too few or too many units, if it has.
pub(super) fn check(
    limits: (Option<u64>, Option<u64>),
    length: u64,
    what: &str,
    unit: &str,
) -> Result<(), Error> {
    let allowed = limits.0.unwrap_or(0)..=limits.1.unwrap_or(u64::MAX);
    match allowed.contains(&length) {
        true => Ok(()),
        false => Err(Error::expected(
            format!("{what} of {}", count(limits, unit)),
            length.to_string(),
        )),
    }
}
