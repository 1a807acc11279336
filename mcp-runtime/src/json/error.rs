//! What can be wrong with a value, and where.
//!
//! A fault is made where it is found; the path is gathered while it travels outward, so success pays nothing for it.
//! How serde's own messages become these kinds is `reword`.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use super::closest::closest;
use super::reader::MAX_DEPTH;

/// Longest piece of a caller's text that a message repeats, in characters.
const SHOWN: usize = 40;
/// Longest list of names that a message repeats.
const LISTED: usize = 20;
/// What is said of a value that may have several forms and has none of them.
pub(super) const NO_FORM: &str = "does not match any of the accepted forms";

/// A fault in a value, with its place. One pointer wide, since every decoding step returns it.
#[derive(Debug)]
pub(crate) struct Error(Box<Fault>);

#[derive(Debug)]
struct Fault {
    kind: Kind,
    /// Innermost first: segments are pushed on the way out.
    path: Vec<Segment>,
}

#[derive(Debug)]
pub(super) enum Segment {
    Key(String),
    Index(usize),
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A required value was left out.
    Missing,
    /// A value of another kind; both texts are ready to read.
    Expected {
        what: Cow<'static, str>,
        got: String,
    },
    /// The right kind of value outside what the type holds.
    Range {
        what: Cow<'static, str>,
        got: String,
    },
    /// A name that nothing here has.
    Unknown {
        name: String,
        named: Named,
        candidates: &'static [&'static str],
    },
    /// The same key a second time.
    Duplicate,
    /// Words of a user's own type.
    Custom(String),
    /// Nested deeper than [`MAX_DEPTH`].
    TooDeep,
    /// Not JSON, or JSON that stands for no text (a lone surrogate).
    Malformed(&'static str),
}

/// What an unknown name was meant to name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Named {
    Field,
    Variant,
}

impl Error {
    #[cold]
    pub(super) fn new(kind: Kind) -> Self {
        Self(Box::new(Fault {
            kind,
            path: Vec::new(),
        }))
    }

    #[cold]
    pub(crate) fn expected(what: impl Into<Cow<'static, str>>, got: impl Into<String>) -> Self {
        Self::new(Kind::Expected {
            what: what.into(),
            got: got.into(),
        })
    }

    #[cold]
    pub(super) fn malformed(why: &'static str) -> Self {
        Self::new(Kind::Malformed(why))
    }

    /// A text that cannot be read as what it should be; `reason` is in words of a user's own.
    #[cold]
    pub(crate) fn unreadable(text: &str, reason: &str) -> Self {
        Self::new(Kind::Custom(format!(
            "{} cannot be read: {reason}",
            quoted(text)
        )))
    }

    /// The fault of a value that is not there.
    #[cold]
    pub(crate) fn missing() -> Self {
        Self::new(Kind::Missing)
    }

    /// Puts the fault inside the member `key` of an object.
    #[cold]
    pub(crate) fn at_key(mut self, key: &str) -> Self {
        self.0.path.push(Segment::Key(key.to_owned()));
        self
    }

    /// Puts the fault inside the element `index` of an array.
    #[cold]
    pub(crate) fn at_index(mut self, index: usize) -> Self {
        self.0.path.push(Segment::Index(index));
        self
    }

    #[cfg(feature = "validate")]
    pub(super) fn outermost(&self) -> Option<&Segment> {
        self.0.path.last()
    }

    pub(crate) fn kind(&self) -> &Kind {
        &self.0.kind
    }

    /// Whether the text itself is at fault, so that what follows it cannot be trusted to parse.
    pub(crate) fn is_about_text(&self) -> bool {
        matches!(self.0.kind, Kind::TooDeep | Kind::Malformed(_))
    }

    /// The place, as in `passengers[1].age`; empty for the value as a whole.
    pub(crate) fn path(&self) -> String {
        let mut path = String::new();
        for segment in self.0.path.iter().rev() {
            match segment {
                Segment::Index(index) => {
                    let _ = write!(path, "[{index}]");
                }
                Segment::Key(key) if is_identifier(key) => {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    path.push_str(key);
                }
                Segment::Key(key) => {
                    let _ = write!(path, "[{}]", quoted(key));
                }
            }
        }
        path
    }

    /// What is wrong, without the place.
    pub(crate) fn message(&self) -> String {
        match &self.0.kind {
            Kind::Missing => "missing".to_owned(),
            Kind::Expected { what, got } | Kind::Range { what, got } => {
                format!("expected {what}, got {got}")
            }
            Kind::Unknown {
                name,
                named: Named::Field,
                candidates,
            } => self.unknown_field(name, candidates),
            Kind::Unknown {
                name,
                named: Named::Variant,
                candidates,
            } => unknown_variant(name, candidates),
            Kind::Duplicate => "given twice".to_owned(),
            Kind::Custom(text) => text.clone(),
            Kind::TooDeep => format!("nested deeper than {} levels", MAX_DEPTH),
            Kind::Malformed(why) => format!("not valid JSON: {why}"),
        }
    }

    fn unknown_field(&self, name: &str, candidates: &[&str]) -> String {
        // the path ends in the field unless serde buffered the value on the way
        let named_by_path = matches!(self.0.path.first(), Some(Segment::Key(key)) if key == name);
        let mut text = "unknown field".to_owned();
        if !named_by_path {
            let _ = write!(text, " {}", quoted(name));
        }
        text.push_str(&known_fields(name, candidates));
        text
    }
}

/// What to say of a field that nobody knows, after that.
pub(super) fn known_fields(name: &str, candidates: &[&str]) -> String {
    match closest(name, candidates.iter().copied()) {
        Some(near) => format!("; did you mean `{near}`?"),
        None if candidates.is_empty() => "; there are no fields".to_owned(),
        None => format!("; known: {}", listed(candidates, "`")),
    }
}

pub(super) fn unknown_variant(name: &str, candidates: &[&str]) -> String {
    let mut text = format!("expected {}, got {}", one_of(candidates), quoted(name));
    if let Some(near) = closest(name, candidates.iter().copied()) {
        let _ = write!(text, "; did you mean \"{near}\"?");
    }
    text
}

/// `one of "a", "b"`, the words for an enum.
pub(super) fn one_of(candidates: &[&str]) -> String {
    match candidates {
        [] => "nothing, as there is no valid value".to_owned(),
        [only] => format!("\"{only}\""),
        _ => format!("one of {}", listed(candidates, "\"")),
    }
}

pub(super) fn listed(candidates: &[&str], mark: &str) -> String {
    let mut text = String::new();
    for (index, candidate) in candidates.iter().take(LISTED).enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        let _ = write!(text, "{comma}{mark}{candidate}{mark}");
    }
    if candidates.len() > LISTED {
        let _ = write!(text, " and {} more", candidates.len() - LISTED);
    }
    text
}

/// A caller's text in quotes, cut and on one line.
pub(super) fn quoted(text: &str) -> String {
    let mut shown = String::from('"');
    let mut rest = text.chars();
    for character in rest.by_ref().take(SHOWN) {
        match character {
            '"' | '\\' => shown.extend(['\\', character]),
            '\n' => shown.push_str("\\n"),
            '\t' => shown.push_str("\\t"),
            _ if character.is_control() => {
                let _ = write!(shown, "\\u{:04x}", u32::from(character));
            }
            _ => shown.push(character),
        }
    }
    if rest.next().is_some() {
        shown.push('…');
    }
    shown.push('"');
    shown
}

/// A caller's number, cut.
pub(super) fn number_shown(text: &str) -> String {
    match text.get(..SHOWN) {
        Some(head) if text.len() > SHOWN => format!("the number {head}…"),
        _ => format!("the number {text}"),
    }
}

fn is_identifier(key: &str) -> bool {
    let mut characters = key.chars();
    let head = characters
        .next()
        .is_some_and(|first| first.is_alphabetic() || first == '_' || first == '$');
    head && key.len() <= 2 * SHOWN
        && characters.all(|rest| rest.is_alphanumeric() || matches!(rest, '_' | '-' | '$'))
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.path.is_empty() {
            write!(formatter, "`{}`: ", self.path())?;
        }
        formatter.write_str(&self.message())
    }
}

impl std::error::Error for Error {}
