//! Bounds on a value beyond what its type says, and how they are published.
//!
//! Does not know how they are enforced: that is `tool`.

use serde_json::{Value, json};

use super::document::Document;
use super::walk::Object;
use super::{Profile, SchemaError, plain};

/// What must hold of a value besides its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constraints {
    /// The least number, as JSON text.
    pub min: Option<&'static str>,
    /// The greatest number, as JSON text.
    pub max: Option<&'static str>,
    /// The least number of characters (code points) or items.
    pub min_length: Option<u64>,
    /// The greatest number of characters (code points) or items.
    pub max_length: Option<u64>,
    /// A regular expression that a string matches.
    pub pattern: Option<&'static str>,
    /// The only strings it may be; none means any.
    pub one_of: &'static [&'static str],
}

impl Constraints {
    /// Nothing but the type.
    pub const NONE: Self = Self {
        min: None,
        max: None,
        min_length: None,
        max_length: None,
        pattern: None,
        one_of: &[],
    };

    /// Whether there are none.
    #[inline]
    pub fn is_none(&self) -> bool {
        !self.bounds_numbers()
            && !self.bounds_length()
            && self.pattern.is_none()
            && self.one_of.is_empty()
    }

    fn bounds_numbers(&self) -> bool {
        self.min.is_some() || self.max.is_some()
    }

    fn bounds_length(&self) -> bool {
        self.min_length.is_some() || self.max_length.is_some()
    }
}

/// The kind of value that a schema admits.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Number,
    Text,
    List,
    Other,
}

/// Publishes `constraints` at the root of `document`, whose Plain form is `simple`.
///
/// Of two bounds of one kind the narrower one stays.
pub(super) fn apply(
    document: &mut Document,
    simple: &Document,
    constraints: &Constraints,
    profile: Profile,
    place: &str,
) -> Result<(), SchemaError> {
    let kind = kind(&simple.root);
    fits(constraints, kind, place)?;
    if document.root == Value::Bool(true) {
        document.root = json!({});
    }
    let Value::Object(root) = &mut document.root else {
        return Ok(());
    };
    for (word, bound, least) in [
        ("minimum", constraints.min, true),
        ("maximum", constraints.max, false),
    ] {
        let Some(bound) = bound.and_then(|text| serde_json::from_str(text).ok()) else {
            continue;
        };
        if profile == Profile::Full || !plain::is_inexact(&bound) {
            narrow(root, word, bound, least);
        }
    }
    let lengths = match kind {
        Kind::List => ["minItems", "maxItems"],
        _ => ["minLength", "maxLength"],
    };
    if let Some(length) = constraints.min_length {
        narrow(root, lengths[0], json!(length), true);
    }
    if let Some(length) = constraints.max_length {
        narrow(root, lengths[1], json!(length), false);
    }
    if let Some(pattern) = constraints.pattern {
        if root.contains_key("pattern") {
            return Err(SchemaError::TwoPatterns {
                place: place.to_owned(),
            });
        }
        root.insert("pattern".to_owned(), json!(pattern));
    }
    if !constraints.one_of.is_empty() {
        root.insert("enum".to_owned(), json!(constraints.one_of));
    }
    if profile == Profile::Plain {
        plain::order(&mut document.root);
    }
    Ok(())
}

/// A bound on what a value can never be would be a bound that nobody keeps.
fn fits(constraints: &Constraints, kind: Kind, place: &str) -> Result<(), SchemaError> {
    let (given, wanted) = match kind {
        _ if constraints.bounds_numbers() && kind != Kind::Number => {
            ("`min` or `max`", "numbers alone")
        }
        Kind::Number | Kind::Other if constraints.bounds_length() => {
            ("`min_length` or `max_length`", "strings or lists alone")
        }
        _ if constraints.pattern.is_some() && kind != Kind::Text => ("`pattern`", "strings alone"),
        _ => return Ok(()),
    };
    Err(SchemaError::Constraint {
        place: place.to_owned(),
        given,
        wanted,
    })
}

fn kind(schema: &Value) -> Kind {
    let of_name = |name: &Value| match name.as_str() {
        Some("integer" | "number") => Kind::Number,
        Some("string") => Kind::Text,
        Some("array") => Kind::List,
        _ => Kind::Other,
    };
    match schema.get("type") {
        Some(Value::Array(names)) => {
            let mut kinds = names.iter().filter(|name| **name != "null").map(of_name);
            let first = kinds.next().unwrap_or(Kind::Other);
            match kinds.all(|kind| kind == first) {
                true => first,
                false => Kind::Other,
            }
        }
        Some(name) => of_name(name),
        None => Kind::Other,
    }
}

fn narrow(schema: &mut Object, word: &str, bound: Value, least: bool) {
    let narrower = match (schema.get(word).and_then(Value::as_f64), bound.as_f64()) {
        (Some(there), Some(new)) if least => new > there,
        (Some(there), Some(new)) => new < there,
        _ => true,
    };
    if narrower {
        schema.insert(word.to_owned(), bound);
    }
}
