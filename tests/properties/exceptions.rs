//! Where schema and server differ by design, one test for each; `arguments` finds that there are no others.

use crate::judge::Outcome::{self, Refused, Taken};
use crate::judge::Tool;
use crate::types::*;
use mcp::Registry;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

macro_rules! exceptions {
    ($($name:ident: $(#[$($of:tt)*])* $type:ty;)*) => {
        $(
            #[mcp::tool(unlisted, inline)]
            fn $name($(#[$($of)*])* x: $type) -> String {
                format!("{x:?}")
            }
        )*

        fn tools() -> Registry {
            mcp::tools![$($name),*]
        }
    };
}

exceptions! {
    pair: (i32, String);
    by_u32: BTreeMap<u32, u8>;
    by_i64: BTreeMap<i64, u8>;
    by_char: BTreeMap<char, u8>;
    by_way: BTreeMap<Way, u8>;
    by_mode: BTreeMap<Mode, Option<u8>>;
    by_text: BTreeMap<String, u8>;
    int64: i64;
    uint64: u64;
    int128: i128;
    uint128: u128;
    single: f32;
    double: f64;
    uuid: uuid::Uuid;
    date: chrono::NaiveDate;
    place: Place;
    any: Value;
    optional: Option<u32>;
    record: Passenger;
    elements: Vec<u8>;
    set: BTreeSet<u8>;
    loose: Loose;
    wide: Wide;
    flat: Flat;
    flat_option: FlatOption;
    command: Command;
    boxed: Box<Option<u8>>;
    aliased: Aliased;
    bounded: #[arg(min = 9_007_199_254_740_993)] u64;
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "shown by `Debug`")]
enum Loose {
    Place(Place),
    Mode(Mode),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "shown by `Debug`")]
enum Wide {
    Number(u128),
    Text(String),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "shown by `Debug`")]
struct Aliased {
    #[serde(alias = "old")]
    new: u8,
}

/// What the schema says of `x` and what becomes of the call.
fn both(name: &str, x: &str) -> (bool, Outcome) {
    let tool = Tool::new(&tools(), name);
    let arguments = format!(r#"{{"x":{x}}}"#);
    let value = serde_json::from_str(&arguments).expect("JSON that the validator can be shown");
    (tool.admits(&value), tool.call(&arguments))
}

#[track_caller]
fn only_the_schema_admits(name: &str, x: &str, fault: &str) {
    let text = format!("invalid arguments for `{name}`:\n- {fault}");
    assert_eq!(both(name, x), (true, Refused(text)), "{name} {x}");
}

#[track_caller]
fn only_the_server_takes(name: &str, x: &str, shown: &str) {
    assert_eq!(
        both(name, x),
        (false, Taken(shown.to_owned())),
        "{name} {x}"
    );
}

#[track_caller]
fn both_take(name: &str, x: &str, shown: &str) {
    assert_eq!(both(name, x), (true, Taken(shown.to_owned())), "{name} {x}");
}

#[test]
fn the_schema_says_nothing_of_the_order_in_a_tuple() {
    only_the_schema_admits(
        "pair",
        r#"["a",1]"#,
        r#"`x[0]`: expected an integer, got the string "a""#,
    );
    only_the_schema_admits(
        "pair",
        "[1,2]",
        "`x[1]`: expected a string, got the number 2",
    );
    both_take("pair", r#"[1,"a"]"#, r#"(1, "a")"#);
}

#[test]
fn the_schema_says_nothing_of_the_keys_of_integer_and_enum_maps() {
    for (name, key) in [
        ("by_u32", "-1"),
        ("by_u32", "07"),
        ("by_u32", "1e2"),
        ("by_u32", "4294967296"),
        ("by_i64", "a"),
        ("by_char", "ab"),
        ("by_way", "bus"),
    ] {
        let (admits, outcome) = both(name, &json!({ key: 1 }).to_string());
        let Refused(text) = outcome else {
            panic!("{name} {key}: {outcome:?}")
        };
        assert!(admits && text.contains(key), "{name} {key}: {text}");
    }
    both_take("by_u32", r#"{"7":1}"#, "{7: 1}");
    both_take("by_way", r#"{"on-foot":1}"#, "{OnFoot: 1}");
}

#[test]
fn the_schema_says_nothing_of_the_ends_of_large_integers() {
    let least = i128::MIN.to_string();
    for (name, last, beyond) in [
        ("int64", "9223372036854775807", "9223372036854775808"),
        ("int64", "-9223372036854775808", "-9223372036854775809"),
        ("uint64", "18446744073709551615", "18446744073709551616"),
        (
            "int128",
            &*least,
            "-170141183460469231731687303715884105729",
        ),
        (
            "uint128",
            "340282366920938463463374607431768211455",
            "340282366920938463463374607431768211456",
        ),
    ] {
        both_take(name, last, last);
        let (admits, outcome) = both(name, beyond);
        assert!(
            admits && matches!(outcome, Refused(_)),
            "{beyond}: {outcome:?}"
        );
    }
}

#[test]
fn the_schema_says_nothing_of_the_range_of_floats() {
    let words = "expected a number in the range of a single-precision number (up to about 3.4e38)";
    only_the_schema_admits(
        "single",
        "1e39",
        &format!("`x`: {words}, got the number 1e39"),
    );
    both_take("single", "-3.4e38", "-3.4e38");
    // too large for the validator as well, which has nothing but doubles
    let outcome = Tool::new(&tools(), "double").call(r#"{"x":1e400}"#);
    assert!(
        matches!(&outcome, Refused(text) if text.contains("a double")),
        "{outcome:?}"
    );
}

#[test]
fn a_bound_that_no_double_holds_is_enforced_and_not_published() {
    only_the_schema_admits(
        "bounded",
        "9007199254740992",
        "`x`: expected a number of at least 9007199254740993, got the number 9007199254740992",
    );
    both_take("bounded", "9007199254740993", "9007199254740993");
}

#[test]
fn a_format_is_only_a_hint() {
    for (name, x) in [("uuid", r#""67e55044""#), ("date", r#""2023-02-29""#)] {
        let (admits, outcome) = both(name, x);
        assert!(admits && matches!(outcome, Refused(_)), "{x}: {outcome:?}");
    }
    both_take("date", r#""2024-02-29""#, "2024-02-29");
}

#[test]
fn a_schema_cannot_see_a_key_that_is_given_twice() {
    only_the_schema_admits("place", r#"{"x":1,"y":2,"x":3}"#, "`x.x`: given twice");
    only_the_schema_admits("by_text", r#"{"a":1,"b":2,"a":1}"#, "`x.a`: given twice");
    only_the_schema_admits("any", r#"[{"a":1,"\u0061":2}]"#, "`x[0].a`: given twice");
    only_the_schema_admits("int64", r#"1,"x":2"#, "`x`: given twice");
}

#[test]
fn a_schema_has_no_depth() {
    let tool = Tool::new(&tools(), "any");
    for (depth, is_taken) in [(100, true), (200, false)] {
        let value = (0..depth).fold(json!(1), |value, _| json!([value]));
        let arguments = json!({ "x": value });
        assert!(tool.admits(&arguments));
        let outcome = tool.call(&arguments.to_string());
        assert_eq!(
            matches!(outcome, Taken(_)),
            is_taken,
            "{depth}: {outcome:?}"
        );
    }
}

#[test]
fn null_stands_for_what_may_be_left_out() {
    only_the_server_takes("optional", "null", "None");
    let shown =
        "Passenger { first_name: \"\", age: 1, kind: None, seats_taken: 4, bags: [], secret: 0 }";
    only_the_server_takes("record", r#"{"firstName":"","age":1,"type":null}"#, shown);
    both_take("record", r#"{"firstName":"","age":1}"#, shown);
    // a default is for what was left out
    let (admits, outcome) = both("record", r#"{"firstName":"","age":1,"bags":null}"#);
    assert!(!admits && matches!(outcome, Refused(_)), "{outcome:?}");
}

#[test]
fn null_under_a_listed_key_of_a_map_is_a_value() {
    // the schema of such a map is that of a record whose members may be left out
    only_the_server_takes("by_mode", r#"{"fast":null}"#, "{Fast: None}");
    both_take("by_mode", r#"{"fast":1}"#, "{Fast: Some(1)}");
}

#[test]
fn a_set_takes_an_element_twice_as_its_schema_says() {
    both_take("set", "[2,1,2.0]", "{1, 2}");
}

#[test]
fn inside_untagged_and_flattened_types_serde_takes_its_own_forms() {
    only_the_server_takes("loose", "[1,2]", "Place(Place { x: 1.0, y: 2.0 })");
    only_the_server_takes("loose", r#"{"fast":null}"#, "Mode(Fast)");
    let flat = r#"{"first":true,"x":0,"y":0,"kind":{"Nothing":null}}"#;
    only_the_server_takes(
        "flat",
        flat,
        "Flat { first: true, place: Place { x: 0.0, y: 0.0 }, shape: Nothing }",
    );
    // what is inside a tagged enum is in the buffer, the enum itself is not
    only_the_server_takes(
        "command",
        r#"{"op":"deep","inner":[["stop"]]}"#,
        "Deep { inner: [Stop] }",
    );
    let (admits, outcome) = both("command", r#"["stop"]"#);
    assert!(!admits && matches!(outcome, Refused(_)), "{outcome:?}");
    // a tag by its number
    only_the_server_takes(
        "command",
        r#"{"op":"deep","inner":[{"op":2}]}"#,
        "Deep { inner: [Stop] }",
    );
    let (admits, outcome) = both("command", r#"{"op":2}"#);
    assert!(!admits && matches!(outcome, Refused(_)), "{outcome:?}");
}

#[test]
fn inside_untagged_types_minus_zero_is_no_integer() {
    let fault = "`x`: expected an integer from -2147483648 to 2147483647, got the number -0";
    only_the_schema_admits("command", r#"{"op":"add","a":-0.0}"#, fault);
    both_take("int64", "-0.0", "0");
    both_take(
        "command",
        r#"{"op":"add","a":0.0}"#,
        "Add { a: 0, b: None }",
    );
}

#[test]
fn inside_untagged_types_there_are_no_integers_of_128_bits() {
    only_the_schema_admits("wide", "5", "`x`: does not match any of the accepted forms");
}

#[test]
fn a_flattened_option_takes_what_does_not_fit_as_nothing() {
    only_the_server_takes(
        "flat_option",
        r#"{"name":"a","x":"far"}"#,
        r#"FlatOption { name: "a", place: None }"#,
    );
    only_the_server_takes(
        "flat_option",
        r#"{"name":"a","x":0,"y":[]}"#,
        r#"FlatOption { name: "a", place: None }"#,
    );
    let shown = r#"FlatOption { name: "a", place: Some(Place { x: 0.0, y: 1.0 }) }"#;
    both_take("flat_option", r#"{"name":"a","x":0,"y":1}"#, shown);
}

#[test]
fn an_option_in_a_box_is_required_as_its_schema_says() {
    // its type would decode what is missing, but the macro sees a box
    let tool = Tool::new(&tools(), "boxed");
    assert!(!tool.admits(&json!({})));
    assert!(matches!(tool.call("{}"), Refused(_)));
    both_take("boxed", "null", "None");
}

#[test]
fn an_alias_is_not_published() {
    only_the_server_takes("aliased", r#"{"old":1}"#, "Aliased { new: 1 }");
}
