//! Formats and bounds of numbers.
//!
//! `int32`, `uint`, `double` are words of other specifications: validators print a line for
//! each, and some clients refuse the tool. What they say is said with `minimum` and `maximum`.

use serde_json::{Value, json};

use crate::schema::walk::Object;

/// JSON Schema 2020-12, validation §7.3.
const DEFINED_FORMATS: [&str; 19] = [
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "idn-email",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "iri",
    "iri-reference",
    "json-pointer",
    "regex",
    "relative-json-pointer",
    "time",
    "uri",
    "uri-reference",
    "uri-template",
    "uuid",
];

/// 2^53 − 1: beyond it JavaScript has no exact integers (I-JSON, RFC 7493 §2.2).
const LARGEST_EXACT: u64 = (1 << 53) - 1;

const BOUNDS: [&str; 4] = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];

pub(super) fn apply(schema: &mut Object) {
    replace_format(schema);
    for bound in BOUNDS {
        if schema.get(bound).is_some_and(is_inexact) {
            schema.shift_remove(bound);
        }
    }
}

fn replace_format(schema: &mut Object) {
    let Some(format) = schema.get("format").and_then(Value::as_str) else {
        return;
    };
    if DEFINED_FORMATS.contains(&format) {
        return;
    }
    let (minimum, maximum) = match format {
        "int8" => (Some(json!(i8::MIN)), Some(json!(i8::MAX))),
        "int16" => (Some(json!(i16::MIN)), Some(json!(i16::MAX))),
        "int32" => (Some(json!(i32::MIN)), Some(json!(i32::MAX))),
        "uint8" => (Some(json!(0)), Some(json!(u8::MAX))),
        "uint16" => (Some(json!(0)), Some(json!(u16::MAX))),
        "uint32" => (Some(json!(0)), Some(json!(u32::MAX))),
        "uint" | "uint64" | "uint128" => (Some(json!(0)), None),
        _ => (None, None),
    };
    schema.shift_remove("format");
    // A bound that is there is the user's and the narrower one.
    for (word, exclusive, bound) in [
        ("minimum", "exclusiveMinimum", minimum),
        ("maximum", "exclusiveMaximum", maximum),
    ] {
        if let Some(bound) = bound
            && !schema.contains_key(exclusive)
        {
            schema.entry(word).or_insert(bound);
        }
    }
}

/// Whether a reader that has doubles only could not hold this bound.
pub(in crate::schema) fn is_inexact(bound: &Value) -> bool {
    if let Some(bound) = bound.as_i64() {
        return bound.unsigned_abs() > LARGEST_EXACT;
    }
    if bound.as_u64().is_some() {
        // more than an `i64` holds
        return true;
    }
    // exact: 2^53 − 1 has 53 bits
    bound
        .as_f64()
        .is_some_and(|bound| bound.abs() > LARGEST_EXACT as f64)
}
