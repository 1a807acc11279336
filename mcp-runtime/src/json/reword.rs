//! serde's messages in the words of JSON.
//!
//! serde and its derive speak of Rust: `struct Leg with 2 elements`, `i32`, `tuple variant Shape::Rect`. A caller knows
//! none of these. Words of a user's own types pass through, on one line.

use std::borrow::Cow;
use std::fmt::{self, Display, Write as _};

use serde::de::{self, Expected, Unexpected, Visitor};

use super::de::array_of;
use super::error::{Error, Kind, NO_FORM, Named, quoted};

impl de::Error for Error {
    #[cold]
    fn custom<T: Display>(message: T) -> Self {
        Self::new(Kind::Custom(custom_words(&message.to_string())))
    }

    #[cold]
    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::expected(expectation(&expected.to_string()), got(unexpected))
    }

    #[cold]
    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let what = expectation(&expected.to_string()).into();
        let got = got(unexpected);
        match unexpected {
            Unexpected::Unsigned(_) | Unexpected::Signed(_) | Unexpected::Float(_) => {
                Self::new(Kind::Range { what, got })
            }
            _ => Self::new(Kind::Expected { what, got }),
        }
    }

    #[cold]
    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        let what = expectation(&expected.to_string());
        let got = if what.contains("array") {
            array_of(length)
        } else {
            format!("a length of {length}")
        };
        Self::expected(what, got)
    }

    #[cold]
    fn unknown_variant(name: &str, candidates: &'static [&'static str]) -> Self {
        Self::new(Kind::Unknown {
            name: name.to_owned(),
            named: Named::Variant,
            candidates,
        })
    }

    #[cold]
    fn unknown_field(name: &str, candidates: &'static [&'static str]) -> Self {
        Self::new(Kind::Unknown {
            name: name.to_owned(),
            named: Named::Field,
            candidates,
        })
    }

    #[cold]
    fn missing_field(field: &'static str) -> Self {
        Self::missing().at_key(field)
    }

    #[cold]
    fn duplicate_field(field: &'static str) -> Self {
        Self::new(Kind::Duplicate).at_key(field)
    }
}

/// Whether it is the visitor that serde's derive makes for an internally tagged enum. It asks for any value and would
/// take an array with the tag in front, which no schema mentions; only its words tell it from others.
pub(super) fn is_internally_tagged<'de, V: Visitor<'de>>(visitor: &V) -> bool {
    let mut rest = Prefix("internally tagged enum ");
    // writing stops at the first difference
    let _ = write!(rest, "{}", visitor as &dyn Expected);
    rest.0.is_empty()
}

/// What is still to come of a text.
struct Prefix(&'static str);

impl fmt::Write for Prefix {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let length = text.len().min(self.0.len());
        if text.as_bytes()[..length] != self.0.as_bytes()[..length] {
            return Err(fmt::Error);
        }
        self.0 = &self.0[length..];
        match self.0 {
            "" => Err(fmt::Error),
            _ => Ok(()),
        }
    }
}

/// What came, as serde names it.
fn got(unexpected: Unexpected<'_>) -> String {
    match unexpected {
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(value) => format!("the number {value}"),
        Unexpected::Signed(value) => format!("the number {value}"),
        Unexpected::Float(value) => format!("the number {value}"),
        Unexpected::Char(value) => format!("the string {}", quoted(value.encode_utf8(&mut [0; 4]))),
        Unexpected::Str(value) => format!("the string {}", quoted(value)),
        Unexpected::Bytes(_) => "a string".to_owned(),
        Unexpected::Unit | Unexpected::Option => "null".to_owned(),
        Unexpected::Seq | Unexpected::TupleVariant => "an array".to_owned(),
        Unexpected::Map | Unexpected::StructVariant | Unexpected::NewtypeVariant => {
            "an object".to_owned()
        }
        Unexpected::Enum | Unexpected::UnitVariant => "a string or an object".to_owned(),
        Unexpected::NewtypeStruct => "a value".to_owned(),
        Unexpected::Other(words) => one_line(words).into_owned(),
    }
}

/// What was expected: the texts of serde, its derive and `serde_json`; anything else passes through.
fn expectation(text: &str) -> String {
    let words = match text {
        "a boolean" | "bool" => "true or false",
        "i8" => "an integer from -128 to 127",
        "i16" => "an integer from -32768 to 32767",
        "i32" => "an integer from -2147483648 to 2147483647",
        "u8" => "an integer from 0 to 255",
        "u16" => "an integer from 0 to 65535",
        "u32" => "an integer from 0 to 4294967295",
        "u64" | "u128" | "usize" => "an integer of at least 0",
        "i64" | "i128" | "isize" | "integer with support for saturating semantics" => "an integer",
        "f32" | "f64" | "a float" => "a number",
        "a character" | "a char" => "a string of one character",
        "string" | "path string" | "os string" | "identifier" | "field identifier"
        | "variant identifier" | "a string key" => "a string",
        "a borrowed string" | "a borrowed path" => "a string without escapes",
        "byte array" | "a byte array" | "bytes" | "a borrowed byte array" => {
            "a string or an array of bytes"
        }
        "unit" | "unit value" => "null",
        "option" => "a value or null",
        "a sequence" | "sequence" | "seq" | "a tuple" => "an array",
        "a map" | "map" | "a struct" | "struct" => "an object",
        "an enum" | "enum" => "a string or an object with one key",
        "anything at all" | "any value" | "any valid JSON value" => "a value",
        "1 element in sequence" => "a shorter array",
        "1 element in map" => "an object with fewer members",
        _ => return composed(text).unwrap_or_else(|| one_line(text).into_owned()),
    };
    words.to_owned()
}

/// The texts that name a type or a length.
fn composed(text: &str) -> Option<String> {
    const FORMS: [(&str, &str); 11] = [
        ("struct variant ", "an object"),
        ("tuple struct ", "an array"),
        ("tuple variant ", "an array"),
        ("newtype struct ", "a value"),
        ("newtype variant ", "a value"),
        ("unit struct ", "null"),
        ("unit variant ", "a string"),
        ("internally tagged enum ", "an object with a tag"),
        (
            "adjacently tagged enum ",
            "an object with a tag and a content",
        ),
        ("struct ", "an object"),
        ("enum ", "a string or an object with one key"),
    ];
    if let Some(number) = text.strip_prefix("a nonzero ") {
        return is_integer_type(number).then(|| "an integer other than 0".to_owned());
    }
    for prefix in ["a tuple of size ", "an array of length "] {
        if let Some(length) = text.strip_prefix(prefix) {
            return length.parse().ok().map(array_of);
        }
    }
    // a type name has no blanks outside its generics, so that a user's prose is not taken for one
    let (prefix, words) = FORMS.iter().find(|(prefix, _)| text.starts_with(prefix))?;
    let (name, length) = match text[prefix.len()..].split_once(" with ") {
        Some((name, length)) => (
            name,
            length
                .split_once(' ')
                .and_then(|(count, _)| count.parse().ok()),
        ),
        None => (&text[prefix.len()..], None),
    };
    if !name.starts_with(|first: char| first.is_alphabetic() || first == '_') || name.contains(' ')
    {
        return None;
    }
    Some(if *words == "an array" {
        length.map_or_else(|| (*words).to_owned(), array_of)
    } else {
        (*words).to_owned()
    })
}

/// Free texts: those of serde are reworded, those of other types kept.
fn custom_words(text: &str) -> String {
    const REWORDED: [(&str, &str); 8] = [
        ("data did not match any variant of untagged enum ", NO_FORM),
        (
            "no variant of enum ",
            "has none of the keys that name a form",
        ),
        ("can only flatten structs and maps", "expected an object"),
        ("unexpected map key", "unknown field"),
        ("overflow deserializing Duration", "is too long a time"),
        ("overflow deserializing SystemTime", "is too late a time"),
        (
            "i128 is not supported",
            "an integer of this size is not supported here",
        ),
        (
            "u128 is not supported",
            "an integer of this size is not supported here",
        ),
    ];
    if let Some((_, words)) = REWORDED.iter().find(|(start, _)| text.starts_with(start)) {
        return (*words).to_owned();
    }
    let text = without_position(text);
    nested_words(text).unwrap_or_else(|| one_line(text).into_owned())
}

/// The fault of another decoder inside a user's type, in the form that serde gives such texts.
fn nested_words(text: &str) -> Option<String> {
    let fault = text
        .strip_prefix("invalid type: ")
        .or_else(|| text.strip_prefix("invalid value: "))?;
    let (got, expected) = fault.rsplit_once(", expected ")?;
    let got = match got.split_once(' ') {
        Some(("string", shown)) => format!("the string {shown}"),
        Some(("integer", shown)) => format!("the number {}", shown.trim_matches('`')),
        Some(("boolean", shown)) => shown.trim_matches('`').to_owned(),
        _ if got == "map" => "an object".to_owned(),
        _ if got == "sequence" => "an array".to_owned(),
        _ if got == "unit value" => "null".to_owned(),
        _ => one_line(got.strip_prefix("floating point ").unwrap_or(got)).into_owned(),
    };
    Some(format!("expected {}, got {got}", expectation(expected)))
}

/// A user's type may decode text with `serde_json`, whose errors end in a place that means nothing to the caller.
fn without_position(text: &str) -> &str {
    let Some((words, place)) = text.rsplit_once(" at line ") else {
        return text;
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match place.split_once(" column ") {
        Some((line, column)) if is_number(line) && is_number(column) => words,
        _ => text,
    }
}

fn is_integer_type(name: &str) -> bool {
    matches!(
        name,
        "i8" | "i16"
            | "i32"
            | "i64"
            | "i128"
            | "isize"
            | "u8"
            | "u16"
            | "u32"
            | "u64"
            | "u128"
            | "usize"
    )
}

fn one_line(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    if !text.contains(['\n', '\r']) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(
        text.lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .collect::<Vec<_>>()
            .join(" "),
    )
}
