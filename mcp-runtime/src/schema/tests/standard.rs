//! Standard types: the exact text, which the macros write themselves.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::num::{NonZeroI8, NonZeroI64, NonZeroU8, NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::{assert_text, plain_optional, result};

const ANY: &str = r#"{"type":["object","array","string","number","boolean","null"],"items":{}}"#;

#[test]
fn integers_have_bounds_up_to_32_bits() {
    assert_text::<i8>(r#"{"type":"integer","minimum":-128,"maximum":127}"#);
    assert_text::<i16>(r#"{"type":"integer","minimum":-32768,"maximum":32767}"#);
    assert_text::<i32>(r#"{"type":"integer","minimum":-2147483648,"maximum":2147483647}"#);
    assert_text::<i64>(r#"{"type":"integer"}"#);
    assert_text::<i128>(r#"{"type":"integer"}"#);
    assert_text::<isize>(r#"{"type":"integer"}"#);
    assert_text::<u8>(r#"{"type":"integer","minimum":0,"maximum":255}"#);
    assert_text::<u16>(r#"{"type":"integer","minimum":0,"maximum":65535}"#);
    assert_text::<u32>(r#"{"type":"integer","minimum":0,"maximum":4294967295}"#);
    assert_text::<u64>(r#"{"type":"integer","minimum":0}"#);
    assert_text::<u128>(r#"{"type":"integer","minimum":0}"#);
    assert_text::<usize>(r#"{"type":"integer","minimum":0}"#);
    assert_text::<NonZeroU8>(r#"{"type":"integer","minimum":1,"maximum":255}"#);
    assert_text::<NonZeroU32>(r#"{"type":"integer","minimum":1,"maximum":4294967295}"#);
    assert_text::<NonZeroU64>(r#"{"type":"integer","minimum":1}"#);
    assert_text::<NonZeroI8>(
        r#"{"type":"integer","minimum":-128,"maximum":127,"not":{"enum":[0]}}"#,
    );
    assert_text::<NonZeroI64>(r#"{"type":"integer","not":{"enum":[0]}}"#);
}

#[test]
fn other_scalars_have_no_format() {
    assert_text::<f32>(r#"{"type":"number"}"#);
    assert_text::<f64>(r#"{"type":"number"}"#);
    assert_text::<bool>(r#"{"type":"boolean"}"#);
    assert_text::<char>(r#"{"type":"string","minLength":1,"maxLength":1}"#);
    for text in [
        super::plain::<String>(),
        super::plain::<&str>(),
        super::plain::<Cow<'_, str>>(),
        super::plain::<Box<str>>(),
        super::plain::<PathBuf>(),
        // `ip` is not a format of JSON Schema
        super::plain::<std::net::IpAddr>(),
    ] {
        assert_eq!(text.to_string(), r#"{"type":"string"}"#);
    }
    assert_text::<std::net::Ipv4Addr>(r#"{"type":"string","format":"ipv4"}"#);
    assert_text::<()>(r#"{"type":"null"}"#);
}

#[test]
fn lists_have_items() {
    let list = r#"{"type":"array","items":{"type":"boolean"}}"#;
    assert_text::<Vec<bool>>(list);
    assert_text::<&[bool]>(list);
    assert_text::<VecDeque<bool>>(list);
    assert_text::<LinkedList<bool>>(list);
    assert_text::<Box<[bool]>>(list);
    // the decoder takes an element twice
    assert_text::<HashSet<bool>>(list);
    assert_text::<BTreeSet<bool>>(list);
    assert_text::<[bool; 3]>(
        r#"{"type":"array","items":{"type":"boolean"},"minItems":3,"maxItems":3}"#,
    );
    assert_text::<[bool; 0]>(&format!(r#"{{"type":"array","items":{ANY},"maxItems":0}}"#));
    assert_text::<Vec<Vec<f32>>>(
        r#"{"type":"array","items":{"type":"array","items":{"type":"number"}}}"#,
    );
}

#[test]
fn tuples_are_lists_of_the_union() {
    assert_text::<(f64, f64)>(
        r#"{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2}"#,
    );
    assert_text::<(i64, String, i64)>(
        r#"{"type":"array","items":{"anyOf":[{"type":"integer"},{"type":"string"}]},"minItems":3,"maxItems":3}"#,
    );
    assert_text::<(bool,)>(
        r#"{"type":"array","items":{"type":"boolean"},"minItems":1,"maxItems":1}"#,
    );
    assert_text::<(i64, Option<i64>)>(
        r#"{"type":"array","items":{"anyOf":[{"type":"integer"},{"type":["integer","null"]}]},"minItems":2,"maxItems":2}"#,
    );
}

#[test]
fn maps_have_one_schema_for_values_whatever_the_keys() {
    let map = r#"{"type":"object","additionalProperties":{"type":"boolean"}}"#;
    assert_text::<HashMap<String, bool>>(map);
    assert_text::<BTreeMap<Cow<'_, str>, bool>>(map);
    assert_text::<HashMap<u32, bool>>(map);
    assert_text::<BTreeMap<i64, bool>>(map);
    assert_text::<HashMap<u128, bool>>(map);
    assert_text::<HashMap<NonZeroU8, bool>>(map);
    assert_text::<HashMap<char, bool>>(map);
    assert_text::<HashMap<String, Value>>(&format!(
        r#"{{"type":"object","additionalProperties":{ANY}}}"#
    ));
    assert_text::<serde_json::Map<String, Value>>(&format!(
        r#"{{"type":"object","additionalProperties":{ANY}}}"#
    ));
}

#[test]
fn a_value_names_all_types() {
    assert_text::<Value>(ANY);
    assert_text::<Box<serde_json::value::RawValue>>(ANY);
    assert_text::<Vec<Value>>(&format!(r#"{{"type":"array","items":{ANY}}}"#));
    // `null` is one of its values, not the mark of something left out
    assert_eq!(plain_optional::<Value>().to_string(), ANY);
    assert_eq!(plain_optional::<Option<Value>>().to_string(), ANY);
}

#[test]
fn pointers_are_what_they_point_to() {
    assert_text::<Box<bool>>(r#"{"type":"boolean"}"#);
    assert_text::<Arc<bool>>(r#"{"type":"boolean"}"#);
    assert_text::<Rc<Vec<bool>>>(r#"{"type":"array","items":{"type":"boolean"}}"#);
}

#[test]
fn durations_are_closed_objects() {
    assert_text::<Duration>(
        r#"{"type":"object","properties":{"secs":{"type":"integer","minimum":0},"nanos":{"type":"integer","minimum":0,"maximum":4294967295}},"required":["secs","nanos"],"additionalProperties":false}"#,
    );
}

#[test]
fn types_that_serde_closes_are_closed() {
    assert_text::<std::ops::Range<u64>>(
        r#"{"type":"object","properties":{"start":{"type":"integer","minimum":0},"end":{"type":"integer","minimum":0}},"required":["start","end"],"additionalProperties":false}"#,
    );
    assert_text::<Result<bool, String>>(
        r#"{"anyOf":[{"type":"object","properties":{"Ok":{"type":"boolean"}},"required":["Ok"],"additionalProperties":false},{"type":"object","properties":{"Err":{"type":"string"}},"required":["Err"],"additionalProperties":false}]}"#,
    );
    mod user {
        /// A record of a user that has the name and the members of a standard one.
        #[derive(schemars::JsonSchema)]
        #[allow(dead_code)]
        pub(super) struct Duration {
            secs: u64,
            nanos: u32,
        }
    }
    assert!(
        super::plain::<user::Duration>()
            .get("additionalProperties")
            .is_none()
    );
}

#[test]
fn an_optional_argument_has_no_null_and_all_else_has() {
    assert_eq!(
        plain_optional::<Option<i64>>().to_string(),
        r#"{"type":"integer"}"#
    );
    assert_eq!(
        plain_optional::<Option<Vec<Option<bool>>>>().to_string(),
        r#"{"type":"array","items":{"type":["boolean","null"]}}"#
    );
    assert_text::<Vec<Option<i64>>>(r#"{"type":"array","items":{"type":["integer","null"]}}"#);
    assert_text::<HashMap<String, Option<i64>>>(
        r#"{"type":"object","additionalProperties":{"type":["integer","null"]}}"#,
    );
    assert_eq!(
        result::<Option<u8>>().to_string(),
        r#"{"type":["integer","null"],"minimum":0,"maximum":255}"#
    );
    // not optional by the signature: `null` is a value
    assert_text::<Option<bool>>(r#"{"type":["boolean","null"]}"#);
}
