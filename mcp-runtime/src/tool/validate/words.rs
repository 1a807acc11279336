//! The validator's faults in the words of the decoder.

use super::FAULTS;
use super::forms::{Branches, Meant, kinds, meant};
use crate::json::{Error, Place};
use crate::tool::faults::unknown_argument;
use crate::tool::sizes::{self, End};
use jsonschema::error::ValidationErrorKind as Kind;
use jsonschema::{JsonType, ValidationError};
use serde_json::{Map, Value};

/// Faults, each with the place in the text where it stands.
type Told = Vec<(usize, Error)>;

/// Words for the faults of one text.
pub(super) struct Words<'a> {
    text: &'a str,
    schema: &'a Value,
}

impl<'a> Words<'a> {
    /// `text` was held against `schema`.
    pub(super) fn new(text: &'a str, schema: &'a Value) -> Self {
        Self { text, schema }
    }

    /// The faults in words, in the order of the text. Of a value of the wrong kind nothing else is
    /// said.
    pub(super) fn all<'e>(
        &self,
        faults: impl IntoIterator<Item = ValidationError<'e>>,
    ) -> Vec<Error> {
        let faults: Vec<_> = faults.into_iter().collect();
        let mut told = Vec::new();
        self.tell(&faults, &mut told);
        told.sort_by_key(|(offset, _)| *offset);
        told.truncate(FAULTS);
        told.into_iter().map(|(_, error)| error).collect()
    }

    fn tell(&self, faults: &[ValidationError<'_>], told: &mut Told) {
        let is_kind = |fault: &ValidationError<'_>| matches!(fault.kind(), Kind::Type { .. });
        for fault in faults {
            let here = fault.instance_path();
            let is_of_wrong_kind = || {
                let mut kinds = faults.iter().filter(|other| is_kind(other));
                kinds.any(|other| other.instance_path() == here)
            };
            if is_kind(fault) || !is_of_wrong_kind() {
                self.tell_one(fault, told);
            }
        }
    }

    fn tell_one(&self, fault: &ValidationError<'_>, told: &mut Told) {
        let mut place = Place::find(self.text, fault.instance_path().as_str());
        match fault.kind() {
            Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
                self.tell_forms(context, fault.instance_path().as_str(), &mut place, told);
            }
            Kind::AdditionalProperties { unexpected }
            | Kind::UnevaluatedProperties { unexpected } => {
                let known = self
                    .beside(fault)
                    .and_then(|beside| beside.get("properties"));
                let known = known.and_then(Value::as_object);
                let known: Vec<&str> = known
                    .into_iter()
                    .flat_map(Map::keys)
                    .map(String::as_str)
                    .collect();
                let is_root = fault.instance_path().as_str().is_empty();
                for name in unexpected.iter().take(FAULTS) {
                    let error = match is_root {
                        true => Error::words(unknown_argument(name, &known)).at_key(name),
                        false => place.unknown_field(name, &known),
                    };
                    told.push((place.offset(), error));
                }
            }
            _ => told.push((place.offset(), self.one(fault, &mut place))),
        }
    }

    fn tell_forms(&self, branches: &Branches, here: &str, place: &mut Place<'_>, told: &mut Told) {
        match meant(branches, here) {
            Meant::One(faults) => self.tell(faults, told),
            Meant::Kinds(kinds) => told.push((place.offset(), place.mismatch(any_of(&kinds)))),
            Meant::Unclear => told.push((place.offset(), place.fault(Error::no_form()))),
        }
    }

    /// A fault that is told in one line.
    fn one(&self, fault: &ValidationError<'_>, place: &mut Place<'_>) -> Error {
        let beside = self.beside(fault);
        let got = fault.instance();
        match fault.kind() {
            Kind::Type { kind } => place.mismatch(any_of(&kinds(kind))),
            Kind::Enum { options } => {
                place.none_of(options.as_array().map_or(&[], Vec::as_slice), got)
            }
            Kind::Constant { expected_value } => {
                place.none_of(std::slice::from_ref(expected_value), got)
            }
            Kind::Required { property } => {
                let property = property.as_str().unwrap_or_default();
                let error = match self.trigger(fault, property) {
                    Some(trigger) => Error::words(format!("missing; it goes with `{trigger}`")),
                    None => Error::missing(),
                };
                place.fault(error.at_key(property))
            }
            Kind::Minimum { limit } => {
                place.mismatch(range(beside, Some(End::Inclusive(limit)), None))
            }
            Kind::Maximum { limit } => {
                place.mismatch(range(beside, None, Some(End::Inclusive(limit))))
            }
            Kind::ExclusiveMinimum { limit } => {
                place.mismatch(range(beside, Some(End::Exclusive(limit)), None))
            }
            Kind::ExclusiveMaximum { limit } => {
                place.mismatch(range(beside, None, Some(End::Exclusive(limit))))
            }
            Kind::MultipleOf { multiple_of } => {
                place.mismatch(format!("a multiple of {multiple_of}"))
            }
            Kind::MinLength { limit } => place.fault(length(beside, fault, (Some(*limit), None))),
            Kind::MaxLength { limit } => place.fault(length(beside, fault, (None, Some(*limit)))),
            Kind::MinItems { limit } => place.fault(length(beside, fault, (Some(*limit), None))),
            Kind::MaxItems { limit } => place.fault(length(beside, fault, (None, Some(*limit)))),
            Kind::AdditionalItems { limit } => {
                place.fault(length(None, fault, (None, Some(*limit as u64))))
            }
            Kind::MinProperties { limit } => {
                place.fault(length(beside, fault, (Some(*limit), None)))
            }
            Kind::MaxProperties { limit } => {
                place.fault(length(beside, fault, (None, Some(*limit))))
            }
            Kind::Pattern { pattern } => {
                place.mismatch(format!("a string that matches `{pattern}`"))
            }
            Kind::Format { format } => place.mismatch(format_words(format)),
            Kind::ContentEncoding { content_encoding } => {
                place.mismatch(format!("a string in the encoding `{content_encoding}`"))
            }
            Kind::ContentMediaType { content_media_type } => {
                place.mismatch(format!("a string that holds `{content_media_type}`"))
            }
            Kind::UniqueItems => place.fault(Error::expected(
                "an array of different elements",
                "an element twice",
            )),
            Kind::Contains => {
                let wanted = sizes::count(
                    limits(beside, "minContains", "maxContains", (Some(1), None)),
                    "element",
                );
                let words =
                    format!("expected an array with {wanted} of the form that is asked for");
                place.fault(Error::words(words))
            }
            Kind::PropertyNames { error } => {
                let key = error.instance().as_str().unwrap_or_default();
                let text = error.instance().to_string();
                let mut inside = Place::find(&text, "");
                place.fault(Error::of_key(key, &self.one(error, &mut inside).message()))
            }
            Kind::OneOfMultipleValid { .. } => place.fault(Error::words(
                "matches more than one of the accepted forms, of which it may have one",
            )),
            Kind::Not { .. } => place.fault(Error::words("has a form that is not accepted")),
            Kind::FalseSchema | Kind::UnevaluatedItems { .. } => {
                place.fault(Error::words("not accepted here; leave it out"))
            }
            Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => {
                place.fault(Error::words("too long to be compared with its pattern"))
            }
            _ => place.fault(Error::words("not accepted")),
        }
    }

    /// The schema that the failed word stands in.
    fn beside(&self, fault: &ValidationError<'_>) -> Option<&'a Map<String, Value>> {
        let (schema, _) = fault.schema_path().as_str().rsplit_once('/')?;
        self.schema.pointer(schema)?.as_object()
    }

    /// The property that came and asks for `missing`.
    fn trigger(&self, fault: &ValidationError<'_>, missing: &str) -> Option<&'a str> {
        let (schema, _) = fault
            .schema_path()
            .as_str()
            .split_once("/dependentRequired")?;
        let rules = self.schema.pointer(schema)?.get("dependentRequired")?;
        let asks = |names: &Value| {
            let mut names = names.as_array().into_iter().flatten();
            names.any(|name| name == missing)
        };
        let mut rules = rules.as_object()?.iter();
        let (trigger, _) =
            rules.find(|(key, names)| asks(names) && fault.instance().get(key).is_some())?;
        Some(trigger)
    }
}

fn any_of(kinds: &[JsonType]) -> String {
    let names: Vec<&str> = kinds
        .iter()
        .map(|kind| match kind {
            JsonType::Array => "an array",
            JsonType::Boolean => "true or false",
            JsonType::Integer => "an integer",
            JsonType::Null => "null",
            JsonType::Number => "a number",
            JsonType::Object => "an object",
            JsonType::String => "a string",
        })
        .collect();
    match names.as_slice() {
        [] => "nothing, as there is no valid value".to_owned(),
        [only] => (*only).to_owned(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// The range that the passed bound is an end of; the other end may stand beside it.
fn range<'v>(
    beside: Option<&'v Map<String, Value>>,
    least: Option<End<&'v Value>>,
    most: Option<End<&'v Value>>,
) -> String {
    let bound = |word: &str| beside?.get(word).filter(|bound| bound.is_number());
    let least = least
        .or_else(|| bound("exclusiveMinimum").map(End::Exclusive))
        .or_else(|| bound("minimum").map(End::Inclusive));
    let most = most
        .or_else(|| bound("exclusiveMaximum").map(End::Exclusive))
        .or_else(|| bound("maximum").map(End::Inclusive));
    let is_integer = |kind: &Value| match kind.as_array() {
        None => kind == "integer",
        Some(kinds) => kinds.iter().any(|kind| kind == "integer"),
    };
    let is_integer = beside
        .and_then(|beside| beside.get("type"))
        .is_some_and(is_integer);
    let noun = match is_integer {
        true => "an integer",
        false => "a number",
    };
    sizes::range(noun, least, most)
}

type Limits = (Option<u64>, Option<u64>);

/// Two limits, where the schema has them, else the given ones.
fn limits(beside: Option<&Map<String, Value>>, least: &str, most: &str, given: Limits) -> Limits {
    let limit = |word: &str| beside?.get(word)?.as_u64();
    (limit(least).or(given.0), limit(most).or(given.1))
}

/// The fault of a value that is too long or too short.
fn length(
    beside: Option<&Map<String, Value>>,
    fault: &ValidationError<'_>,
    passed: Limits,
) -> Error {
    let (length, what, unit, words) = match fault.instance().as_ref() {
        Value::String(text) => (
            text.chars().count(),
            "a string",
            "character",
            ["minLength", "maxLength"],
        ),
        Value::Array(items) => (items.len(), "an array", "element", ["minItems", "maxItems"]),
        Value::Object(members) => (
            members.len(),
            "an object",
            "member",
            ["minProperties", "maxProperties"],
        ),
        _ => return Error::words("not accepted"),
    };
    let limits = limits(beside, words[0], words[1], passed);
    // nothing has 2^64 parts
    match sizes::check(limits, length as u64, what, unit) {
        Err(error) => error,
        Ok(()) => Error::words("not accepted"),
    }
}

fn format_words(format: &str) -> String {
    match format {
        "date" => "a date as in \"2026-07-28\"".to_owned(),
        "date-time" => "a date and time as in \"2026-07-28T09:30:00Z\"".to_owned(),
        "time" => "a time as in \"09:30:00Z\"".to_owned(),
        "duration" => "a duration as in \"PT1H30M\"".to_owned(),
        "email" => "an email address".to_owned(),
        "ipv4" => "an IPv4 address".to_owned(),
        "ipv6" => "an IPv6 address".to_owned(),
        "uri" => "a URI".to_owned(),
        "uuid" => "a UUID".to_owned(),
        "regex" => "a regular expression".to_owned(),
        other => format!("a string of the format `{other}`"),
    }
}
