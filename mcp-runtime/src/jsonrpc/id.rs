//! Request ids, kept as they were written so that they are echoed to the letter.
//!
//! Spec: MCP 2026-07-28, basic, "Requests": a string or an integer, never null.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The id of a request: a string or an integer, echoed exactly as it was sent.
///
/// Two ids are equal when they are the same JSON value: `"a"` and `"\u0061"` are, `1` and `"1"`
/// are not.
///
/// ```
/// let id = mcp::jsonrpc::Id::from(7);
/// assert_eq!(id.as_json(), "7");
/// assert_ne!(id, mcp::jsonrpc::Id::from("7"));
/// ```
#[derive(Clone)]
pub struct Id {
    /// The JSON text as it was sent.
    raw: Arc<str>,
}

/// The most digits an integer id may have; every 64-bit integer fits.
const MAX_DIGITS: usize = 20;

impl Id {
    /// Reads an id from its JSON text; `None` when it is neither a string nor an integer.
    pub(crate) fn from_json(raw: &str) -> Option<Self> {
        let valid = match raw.as_bytes() {
            // The envelope was checked, but a lone surrogate is found only by decoding.
            [b'"', ..] => serde_json::from_str::<String>(raw).is_ok(),
            [b'-', digits @ ..] | digits => {
                !digits.is_empty()
                    && digits.len() <= MAX_DIGITS
                    && digits.iter().all(u8::is_ascii_digit)
            }
        };
        valid.then(|| Self { raw: raw.into() })
    }

    /// The id as JSON text, as it stands on the wire.
    pub fn as_json(&self) -> &str {
        &self.raw
    }

    /// The text of a string id that has escapes, decoded; everything else compares as it stands.
    fn decoded(&self) -> Option<String> {
        (self.raw.starts_with('"') && self.raw.contains('\\'))
            .then(|| serde_json::from_str(&self.raw).ok())
            .flatten()
    }
}

impl PartialEq for Id {
    fn eq(&self, other: &Self) -> bool {
        if self.raw == other.raw {
            return true;
        }
        match (self.decoded(), other.decoded()) {
            (None, None) => false,
            (Some(a), Some(b)) => a == b,
            (Some(a), None) => other.raw.starts_with('"') && a == other.raw[1..other.raw.len() - 1],
            (None, Some(b)) => self.raw.starts_with('"') && b == self.raw[1..self.raw.len() - 1],
        }
    }
}

impl Eq for Id {}

impl Hash for Id {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let is_string = self.raw.starts_with('"');
        is_string.hash(state);
        match self.decoded() {
            Some(text) => text.hash(state),
            None if is_string => self.raw[1..self.raw.len() - 1].hash(state),
            None => self.raw.hash(state),
        }
    }
}

impl From<i64> for Id {
    fn from(number: i64) -> Self {
        Self {
            raw: number.to_string().into(),
        }
    }
}

impl From<&str> for Id {
    fn from(text: &str) -> Self {
        let mut raw = Vec::with_capacity(text.len() + 2);
        super::write_string(&mut raw, text);
        Self {
            raw: String::from_utf8_lossy(&raw).into(),
        }
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Id({})", self.raw)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.raw)
    }
}

#[cfg(test)]
mod tests {
    use super::Id;
    use std::collections::HashSet;

    #[test]
    fn an_id_is_a_string_or_an_integer_of_at_most_twenty_digits() {
        for raw in ["0", "-5", "9007199254740993", "\"\"", "\"é\"", "\"1.0\""] {
            let id = Id::from_json(raw);
            assert_eq!(id.map(|id| id.to_string()).as_deref(), Some(raw));
        }
        let long = "1".repeat(400);
        for raw in [
            "null",
            "1.5",
            "1e2",
            "true",
            "{}",
            "[]",
            "-",
            &long,
            r#""\ud800""#,
        ] {
            assert!(Id::from_json(raw).is_none(), "{raw}");
        }
    }

    #[test]
    fn ids_compare_as_json_values() {
        let set: HashSet<Id> = ["\"a\"", "1", "\"1\""]
            .iter()
            .filter_map(|raw| Id::from_json(raw))
            .collect();
        assert_eq!(set.len(), 3);
        let escaped = Id::from_json(r#""\u0061""#).expect("an id");
        assert!(set.contains(&escaped));
        assert_eq!(escaped.as_json(), r#""\u0061""#);
    }
}
