//! The size of a value that is not decoded: a number, the characters of a string, the items of an array.
//!
//! Does not know what the size should be.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::error::{Error, number_shown, quoted};
use super::number::{Exact, Number};
use super::reader::Reader;

/// A value, as far as it can be measured.
#[derive(Debug)]
pub(crate) enum Measured<'de> {
    Number(&'de str),
    Text(Cow<'de, str>),
    /// An array, with the number of its items.
    List(u64),
    Other,
}

impl Measured<'_> {
    /// The value in the words of a fault.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Number(text) => number_shown(text),
            Self::Text(text) => format!("the string {}", quoted(text)),
            Self::List(_) => "an array".to_owned(),
            Self::Other => "another value".to_owned(),
        }
    }
}

impl<'de> Reader<'de> {
    /// Measures the value that comes next; does not pass it. A fault in it is its decoder's to tell.
    pub(crate) fn measure(&mut self) -> Measured<'de> {
        let start = self.position();
        let measured = self.measured().unwrap_or(Measured::Other);
        self.rewind(start);
        measured
    }

    fn measured(&mut self) -> Result<Measured<'de>, Error> {
        Ok(match self.token() {
            b'"' => Measured::Text(self.text()?),
            b'-' | b'0'..=b'9' => Measured::Number(self.number()?.text),
            b'[' => {
                self.enter()?;
                let (mut first, mut items) = (true, 0);
                while self.next_member(&mut first, b']')? {
                    self.skip_value()?;
                    items += 1;
                }
                Measured::List(items)
            }
            _ => Measured::Other,
        })
    }
}

/// Which of two JSON numbers is the greater: integers exactly, fractions as the floats that a function gets.
pub(crate) fn compare_numbers(left: &str, right: &str) -> Ordering {
    let (left, right) = (Number { text: left }, Number { text: right });
    match (left.exact(), right.exact()) {
        (
            Exact::Integer {
                negative: a,
                magnitude: x,
            },
            Exact::Integer {
                negative: b,
                magnitude: y,
            },
        ) => match (a && x > 0, b && y > 0) {
            (false, false) => x.cmp(&y),
            (true, true) => y.cmp(&x),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        },
        _ => float(left).total_cmp(&float(right)),
    }
}

/// Beyond the range of floats there are only the two ends.
fn float(number: Number<'_>) -> f64 {
    number.to_f64().unwrap_or(match number.is_negative() {
        true => f64::NEG_INFINITY,
        false => f64::INFINITY,
    })
}

#[cfg(test)]
mod tests {
    use super::{Measured, compare_numbers};
    use crate::json::Reader;
    use std::cmp::Ordering::{Equal, Greater, Less};

    #[test]
    fn numbers_are_compared_exactly_where_they_are_integers() {
        for (left, right, expected) in [
            ("1", "2", Less),
            ("-1", "-2", Greater),
            ("-0", "0", Equal),
            ("5.0", "5", Equal),
            ("1e2", "100", Equal),
            ("0.5", "1", Less),
            ("-0.5", "-1", Greater),
            ("9007199254740993", "9007199254740992", Greater),
            ("-18446744073709551616", "18446744073709551616", Less),
            ("1e999", "1", Greater),
            ("-1e999", "1", Less),
        ] {
            assert_eq!(compare_numbers(left, right), expected, "{left} {right}");
        }
    }

    #[test]
    fn a_measured_value_still_comes_next() {
        let mut reader = Reader::new(r#" [1,[2,"]"],{}] "#);
        assert!(matches!(reader.measure(), Measured::List(3)));
        reader.skip_value().expect("a value");
        reader.end().expect("nothing else");
        assert!(matches!(Reader::new("[1,").measure(), Measured::Other));
        assert!(matches!(Reader::new("[]").measure(), Measured::List(0)));
        let Measured::Text(text) = Reader::new(r#""\ud83d\ude00é""#).measure() else {
            panic!("a text")
        };
        assert_eq!(text.chars().count(), 2);
    }
}
