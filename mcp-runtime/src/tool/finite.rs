//! A value as JSON text, refusing what JSON cannot say.
//!
//! serde_json writes `NaN` and the infinities as `null`, which the published schema does not
//! allow. A formatter notices whether any `null` was written; only then the value is walked
//! again by [`Finder`] to see whether a float was the cause, and which.

mod finder;

use finder::Finder;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::cell::Cell;
use std::io;

/// The JSON text of `value`, or why there is none.
pub(super) fn to_json<T: Serialize + ?Sized>(value: &T) -> Result<String, String> {
    let saw_null = Cell::new(false);
    let mut out = Vec::with_capacity(128);
    value
        .serialize(&mut Serializer::with_formatter(
            &mut out,
            Noticing(&saw_null),
        ))
        .map_err(|error| format!("the result has no JSON form: {error}"))?;
    if saw_null.get() {
        Finder::check(value)?;
    }
    Ok(String::from_utf8(out).expect("serde_json writes UTF-8"))
}

/// Writes compact JSON and notices `null`.
struct Noticing<'a>(&'a Cell<bool>);

impl Formatter for Noticing<'_> {
    fn write_null<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.set(true);
        writer.write_all(b"null")
    }
}

#[cfg(test)]
mod tests {
    use super::to_json;
    use serde::Serialize;
    use std::collections::BTreeMap;

    #[derive(Serialize)]
    struct Point {
        x: f64,
        label: Option<&'static str>,
    }

    #[test]
    fn a_float_that_json_cannot_say_is_named() {
        let good = Point {
            x: 0.5,
            label: None,
        };
        assert_eq!(to_json(&good).as_deref(), Ok(r#"{"x":0.5,"label":null}"#));

        let bad = Point {
            x: f64::NAN,
            label: None,
        };
        let named = BTreeMap::from([("a b", vec![good, bad])]);
        assert_eq!(
            to_json(&named),
            Err("the result has no JSON form: `a b[1].x` is NaN".to_owned())
        );
        assert_eq!(
            to_json(&f32::INFINITY),
            Err("the result has no JSON form: it is infinite".to_owned())
        );
    }

    #[test]
    fn a_key_that_is_no_string_is_refused() {
        let map = BTreeMap::from([((1, 2), 3)]);
        let error = to_json(&map).expect_err("no JSON object has such keys");
        assert!(
            error.starts_with("the result has no JSON form: "),
            "{error}"
        );
    }
}
