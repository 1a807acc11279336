//! Where a schema and a decoder may differ, and how a case of it is told from a fault.

use crate::change::children;
use crate::judge::Tool;
use serde_json::Value;

/// What the plain profile says less exactly than the type. Each has a test of its own in `exceptions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Excuse {
    /// The types of a tuple's elements, one by one.
    Order,
    /// Which keys a map takes.
    Keys,
    /// The ends of integers of 64 and 128 bits.
    Ends,
    /// The greatest single-precision number.
    Single,
    /// What a text with a format looks like.
    Formats,
    /// Inside untagged, flattened and internally tagged types serde reads from a buffer, with its own habits: arrays for
    /// records, `{"Name": null}` for a variant without content, a tag by its number; and `-0.0` is no integer there.
    Buffered,
    /// A flattened option takes what does not fit as nothing.
    FlattenedOption,
}

impl Excuse {
    /// Whether one line of a refusal of what the schema admits is about this and nothing else.
    pub(crate) fn covers_refusal(self, line: &str, tool: &Tool, arguments: &Value) -> bool {
        let says = |words: &[&str]| words.iter().any(|words| line.contains(words));
        match self {
            // the full profile has the types of each element
            Self::Order => !tool.full.is_valid(arguments),
            Self::Keys => says(&[" as a key, got"]) || is_about_its_own_key(line),
            Self::Ends => {
                is_beyond_64_bits(line)
                    || says(&[
                        "an integer from -9223372036854775808 to 9223372036854775807",
                        "an integer from 0 to 18446744073709551615",
                        "an integer of at most 128 bits",
                        "an integer from 0 to 2^128 - 1",
                        "is too long a time",
                        "is too late a time",
                    ])
            }
            Self::Single => says(&["a single-precision number"]),
            Self::Formats => !tool.with_formats.is_valid(arguments),
            Self::Buffered => holds(&arguments["x"], &|value| {
                value
                    .as_f64()
                    .is_some_and(|it| it == 0.0 && it.is_sign_negative())
            }),
            Self::FlattenedOption => false,
        }
    }

    /// Whether what the schema does not admit may be taken for this reason.
    pub(crate) fn covers_taking(self, arguments: &Value) -> bool {
        match self {
            Self::Buffered => holds(&arguments["x"], &is_a_habit_of_serde),
            Self::FlattenedOption => true,
            _ => false,
        }
    }
}

/// Whether `is` holds for the value or one inside it.
fn holds(value: &Value, is: &dyn Fn(&Value) -> bool) -> bool {
    is(value)
        || children(value)
            .into_iter()
            .any(|(_, child)| holds(child, is))
}

/// An array, a variant with `null`, or the number of a variant as the tag.
fn is_a_habit_of_serde(value: &Value) -> bool {
    let Some(members) = value.as_object() else {
        return value.is_array();
    };
    let is_variant = members.len() == 1 && members.values().all(Value::is_null);
    is_variant
        || ["op", "kind"]
            .iter()
            .any(|tag| members.get(*tag).is_some_and(Value::is_number))
}

/// ``- `x`: expected an integer, got the number 18446744073709551615``, from a buffer that has no wider type.
fn is_beyond_64_bits(line: &str) -> bool {
    let number = line
        .rsplit_once("an integer, got the number ")
        .and_then(|(_, number)| number.parse::<f64>().ok());
    number.is_some_and(|number| number.abs() >= 9_223_372_036_854_775_807.0)
}

/// ``- `x.by_mode["other"]`: expected one of "fast", "slow", got "other"``, and the same for a number.
fn is_about_its_own_key(line: &str) -> bool {
    let parts = line
        .split_once("`: ")
        .and_then(|(path, text)| Some((path, text.split_once(", got ")?.1)));
    let Some((path, got)) = parts else {
        return false;
    };
    let got = got
        .split(';')
        .next()
        .unwrap_or_default()
        .trim_start_matches("the number ");
    let key = got.trim_matches('"');
    path.ends_with(&format!("[\"{key}\"]")) || path.ends_with(&format!(".{key}"))
}
