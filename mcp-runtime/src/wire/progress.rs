//! `notifications/progress`.
//!
//! Spec: MCP 2026-07-28, basic/patterns/progress.

use crate::jsonrpc::{Id, write_string};
use std::io::Write;

/// Up to here every integer is exact, and written as one.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// How far a call has come.
pub(crate) struct Progress<'a> {
    /// The token that the caller gave, written as it was sent.
    pub(crate) token: &'a Id,
    /// Finite.
    pub(crate) progress: f64,
    /// Finite.
    pub(crate) total: Option<f64>,
    pub(crate) message: Option<&'a str>,
}

impl Progress<'_> {
    /// The whole message.
    pub(crate) fn frame(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(128 + self.message.map_or(0, str::len));
        out.extend_from_slice(
            br#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"#,
        );
        out.extend_from_slice(self.token.as_json().as_bytes());
        out.extend_from_slice(br#","progress":"#);
        write_number(&mut out, self.progress);
        if let Some(total) = self.total {
            out.extend_from_slice(br#","total":"#);
            write_number(&mut out, total);
        }
        if let Some(message) = self.message {
            out.extend_from_slice(br#","message":"#);
            write_string(&mut out, message);
        }
        out.extend_from_slice(b"}}");
        out
    }
}

/// Whole numbers as such: there are clients that read nothing else.
fn write_number(out: &mut Vec<u8>, number: f64) {
    let written = match number.fract() == 0.0 && number.abs() < EXACT {
        // Adding zero takes the sign from a negative one.
        true => write!(out, "{}", number + 0.0).map_err(serde_json::Error::io),
        false => serde_json::to_writer(out, &number),
    };
    written.expect("a vector takes everything");
}

#[cfg(test)]
mod tests {
    use super::{Id, Progress};

    fn written(progress: f64, total: Option<f64>, message: Option<&str>) -> String {
        let frame = Progress {
            token: &Id::from_json(r#""\u0061""#).expect("a token"),
            progress,
            total,
            message,
        }
        .frame();
        let text = String::from_utf8(frame).expect("text");
        let (start, end) = text.split_once(r#""progress""#).expect("the number");
        assert_eq!(
            start,
            r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"\u0061","#
        );
        assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
        end.strip_prefix(':').expect("a value").to_owned()
    }

    #[test]
    fn whole_numbers_are_written_as_integers() {
        assert_eq!(written(50.0, Some(100.0), None), r#"50,"total":100}}"#);
        assert_eq!(written(-0.0, None, None), "0}}");
        assert_eq!(written(-3.0, None, None), "-3}}");
    }

    #[test]
    fn other_numbers_are_written_to_the_last_digit() {
        assert_eq!(written(0.1, Some(2.5), None), r#"0.1,"total":2.5}}"#);
        assert_eq!(written(1e300, None, None), "1e+300}}");
        assert_eq!(written(1e-6, None, None), "1e-6}}");
    }

    #[test]
    fn a_message_stands_on_one_line() {
        assert_eq!(
            written(1.0, None, Some("a\n\"b\"")),
            r#"1,"message":"a\n\"b\""}}"#
        );
    }
}
