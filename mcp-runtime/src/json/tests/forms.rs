//! Each type has one form in JSON: the one its schema names.

use std::collections::{BTreeMap, HashMap};
use std::marker::PhantomData;
use std::time::Duration;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;

use super::super::{Kind, Missing, from_str};
use super::{fault, value};

#[derive(Deserialize, Debug, PartialEq)]
struct Point {
    x: i32,
    y: i32,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Pair(i32, i32);

#[derive(Deserialize, Debug, PartialEq)]
struct Wrapped(i32);

#[derive(Deserialize, Debug, PartialEq)]
struct Nothing;

#[derive(Deserialize, Debug, PartialEq)]
enum Form {
    Red,
    Green,
    One(i32),
    Two(i32, i32),
    Named { x: i32 },
    Inner(Box<Form>),
}

#[test]
fn a_record_comes_from_an_object_only() {
    assert_eq!(value::<Point>(r#"{"y": 2, "x": 1}"#), Point { x: 1, y: 2 });
    assert_eq!(
        value::<Point>(r#" { "x" : 1 , "z" : [{}, "\ud800"] , "y" : 2 } "#),
        Point { x: 1, y: 2 }
    );
    assert_eq!(fault::<Point>("[1, 2]"), "expected an object, got an array");
    assert_eq!(
        fault::<Form>(r#"{"Named": [1]}"#),
        "`Named`: expected an object, got an array"
    );
    assert_eq!(
        fault::<Vec<Point>>(r#"[{"x": 1, "y": 2}, [1, 2]]"#),
        "`[1]`: expected an object, got an array"
    );
    assert_eq!(
        fault::<Wrapped>(r#"{"n": 7}"#),
        "expected an integer, got an object"
    );
    assert_eq!(fault::<Wrapped>("[7]"), "expected an integer, got an array");
    assert_eq!(
        fault::<Duration>("[1, 2]"),
        "expected an object, got an array"
    );
    assert_eq!(
        value::<Duration>(r#"{"secs": 1.0, "nanos": 5}"#),
        Duration::new(1, 5)
    );
}

#[test]
fn an_enum_with_a_tag_inside_comes_from_an_object_only() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "op")]
    enum Tagged {
        Stop,
        Move { x: i32 },
    }
    assert_eq!(value::<Tagged>(r#"{"op": "Stop"}"#), Tagged::Stop);
    assert_eq!(
        value::<Tagged>(r#"{"x": 1.0, "op": "Move"}"#),
        Tagged::Move { x: 1 }
    );
    for text in [r#"["Stop"]"#, r#"["Move", {"x": 1}]"#, "[]"] {
        assert_eq!(
            fault::<Tagged>(text),
            "expected an object with a tag, got an array"
        );
    }
    assert_eq!(
        fault::<Vec<Option<Tagged>>>(r#"[["Stop"]]"#),
        "`[0]`: expected an object with a tag, got an array"
    );
}

#[test]
fn a_tuple_comes_from_an_array_of_its_length() {
    assert_eq!(value::<(i32, String)>(r#"[1, "a"]"#), (1, "a".to_owned()));
    assert_eq!(value::<Pair>("[1,2]"), Pair(1, 2));
    assert_eq!(value::<[u8; 3]>("[1,2,3]"), [1, 2, 3]);
    assert_eq!(value::<[u8; 0]>("[ ]"), [0u8; 0]);
    assert_eq!(value::<Form>(r#"{"Two": [1, 2]}"#), Form::Two(1, 2));
    for (message, expected) in [
        (
            fault::<Pair>("[1]"),
            "expected an array of 2 elements, got an array of 1 element",
        ),
        (
            fault::<Pair>("[]"),
            "expected an array of 2 elements, got an empty array",
        ),
        (
            fault::<Pair>("[1,2,3,4]"),
            "expected an array of 2 elements, got an array of 4 elements",
        ),
        (
            fault::<(u8, u8)>("[1]"),
            "expected an array of 2 elements, got an array of 1 element",
        ),
        (
            fault::<[u8; 3]>("[1,2]"),
            "expected an array of 3 elements, got an array of 2 elements",
        ),
        (
            fault::<[u8; 3]>("[1,2,3,{}]"),
            "expected an array of 3 elements, got an array of 4 elements",
        ),
        (
            fault::<[u8; 0]>("[1]"),
            "expected an empty array, got an array of 1 element",
        ),
        (
            fault::<Form>(r#"{"Two": [1]}"#),
            "`Two`: expected an array of 2 elements, got an array of 1 element",
        ),
        (
            fault::<Form>(r#"{"Two": {"0": 1}}"#),
            "`Two`: expected an array of 2 elements, got an object",
        ),
        (
            fault::<Pair>(r#"{"0": 1, "1": 2}"#),
            "expected an array of 2 elements, got an object",
        ),
        (
            fault::<(u8, u8)>("[1, 2"),
            "not valid JSON: it ends too early",
        ),
        (
            fault::<(u8, u8)>("[1, 2, ]"),
            "not valid JSON: a value is missing or not a JSON value",
        ),
    ] {
        assert_eq!(message, expected);
    }
}

#[test]
fn a_variant_has_one_form() {
    for (text, expected) in [
        (r#""Red""#, Form::Red),
        (r#""R\u0065d""#, Form::Red),
        (r#"{"One": 1.0}"#, Form::One(1)),
        (r#"{ "Named" : { "x" : 1 } }"#, Form::Named { x: 1 }),
        (r#"{"Inner": "Green"}"#, Form::Inner(Box::new(Form::Green))),
        (
            r#"{"Inner": {"One": 1}}"#,
            Form::Inner(Box::new(Form::One(1))),
        ),
    ] {
        assert_eq!(value::<Form>(text), expected, "{text}");
    }
    for (text, expected) in [
        (
            r#"{"Red": null}"#,
            r#"expected the string "Red", got an object"#,
        ),
        (
            r#"{"Inner": {"Red": null}}"#,
            r#"`Inner`: expected the string "Red", got an object"#,
        ),
        (
            r#""One""#,
            r#"expected an object with the one key "One", got the string "One""#,
        ),
        (
            r#""Two""#,
            r#"expected an object with the one key "Two", got the string "Two""#,
        ),
        (
            r#""Named""#,
            r#"expected an object with the one key "Named", got the string "Named""#,
        ),
        ("{}", "expected an object with one key, got an empty object"),
        (
            r#"{"One": 1, "Two": [1, 2]}"#,
            "expected an object with one key, got an object with more keys",
        ),
        (
            r#"{"One": 1, "One": 1}"#,
            "expected an object with one key, got an object with more keys",
        ),
        (
            r#"{"One": "x"}"#,
            r#"`One`: expected an integer, got the string "x""#,
        ),
        (
            "[\"Red\"]",
            r#"expected one of "Red", "Green", "One", "Two", "Named", "Inner", got an array"#,
        ),
        (
            "null",
            r#"expected one of "Red", "Green", "One", "Two", "Named", "Inner", got null"#,
        ),
        (
            r#""Gren""#,
            r#"expected one of "Red", "Green", "One", "Two", "Named", "Inner", got "Gren"; did you mean "Green"?"#,
        ),
        (
            r#"{"Zzz": 1}"#,
            r#"expected one of "Red", "Green", "One", "Two", "Named", "Inner", got "Zzz""#,
        ),
        (
            r#"{"One" 1}"#,
            "not valid JSON: a colon after a key is missing",
        ),
        (r#"{"One": 1"#, "not valid JSON: it ends too early"),
    ] {
        assert_eq!(fault::<Form>(text), expected, "{text}");
    }
    assert_eq!(
        value::<Result<u8, String>>(r#"{"Err": "no"}"#),
        Err("no".to_owned())
    );
}

#[test]
fn unit_comes_from_null_only() {
    value::<()>(" null ");
    value::<Nothing>("null");
    value::<PhantomData<u8>>("null");
    assert_eq!(fault::<()>("[]"), "expected null, got an array");
    assert_eq!(fault::<Nothing>("{}"), "expected null, got an object");
}

#[test]
fn lists_and_maps_have_their_own_brackets() {
    assert_eq!(value::<Vec<bool>>("[true,false]"), [true, false]);
    assert!(value::<Vec<u8>>("[ ]").is_empty());
    assert_eq!(
        value::<BTreeMap<String, u8>>(r#"{"a":1}"#),
        BTreeMap::from([("a".to_owned(), 1)])
    );
    assert_eq!(fault::<Vec<u8>>("{}"), "expected an array, got an object");
    assert_eq!(fault::<Vec<u8>>("1"), "expected an array, got the number 1");
    assert_eq!(
        fault::<HashMap<String, u8>>("[]"),
        "expected an object, got an array"
    );
    assert_eq!(
        fault::<bool>("\"true\""),
        "expected true or false, got the string \"true\""
    );
    assert_eq!(
        fault::<bool>("0"),
        "expected true or false, got the number 0"
    );
    assert_eq!(fault::<String>("null"), "expected a string, got null");
    for text in [
        "[1,]",
        "[,1]",
        "[1 2]",
        "[1",
        "[",
        "{\"a\":1,}",
        "{,}",
        "{\"a\"}",
        "{a:1}",
        "{\"a\":1",
        "{",
        "{1:2}",
    ] {
        assert!(fault::<Value>(text).contains("not valid JSON"), "{text}");
        assert!(
            fault::<IgnoredAny>(text).starts_with("not valid JSON"),
            "{text}"
        );
    }
}

#[test]
fn null_is_no_value_for_an_option_and_a_fault_for_the_rest() {
    assert_eq!(value::<Option<u8>>("null"), None);
    assert_eq!(value::<Option<u8>>("5"), Some(5));
    assert_eq!(
        fault::<Option<u8>>("\"null\""),
        "expected an integer, got the string \"null\""
    );
    assert!(fault::<Option<u8>>("nul").starts_with("not valid JSON"));
    assert_eq!(value::<Vec<Option<()>>>("[null]"), [None]);
}

#[test]
fn raw_values_keep_their_text() {
    let text = r#"{ "a" : [1.0, "\u0041"] , "b": 2}"#;
    let raw: HashMap<String, Box<RawValue>> = value(text);
    assert_eq!(raw["a"].get(), r#"[1.0, "\u0041"]"#);
    let raw: HashMap<&str, &RawValue> = from_str(text).expect("borrowed");
    assert_eq!(raw["b"].get(), "2");
    assert_eq!(
        from_str::<&RawValue>(&format!("  {text}  "))
            .expect("borrowed")
            .get(),
        text
    );
    fault::<Box<RawValue>>("[1,]");
    fault::<Box<RawValue>>("");
}

#[test]
fn what_a_type_makes_of_a_missing_value_is_its_own_choice() {
    type Alias<T> = Option<T>;
    #[derive(Deserialize, Debug, PartialEq)]
    struct Wrapper(Alias<u8>);
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(transparent)]
    struct Transparent {
        inner: Box<Alias<u8>>,
    }
    assert_eq!(Alias::<u8>::deserialize(Missing).expect("optional"), None);
    assert_eq!(
        Wrapper::deserialize(Missing).expect("optional"),
        Wrapper(None)
    );
    assert_eq!(
        Transparent::deserialize(Missing).expect("optional"),
        Transparent {
            inner: Box::new(None)
        }
    );
    macro_rules! required {
        ($($type:ty),*) => {$(
            let error = <$type>::deserialize(Missing).map(drop).expect_err(stringify!($type));
            assert_eq!(*error.kind(), Kind::Missing);
            assert_eq!(error.at_key("a").to_string(), "`a`: missing");
        )*};
    }
    required!(u8, i128, f64, bool, char, String, (), Nothing, Point, Pair, Wrapped, Form, Vec<u8>, HashMap<String, u8>);
    required!(Value, IgnoredAny, (Option<u8>,), Box<RawValue>, &str, &[u8], Result<u8, u8>);
}

#[test]
fn the_whole_text_has_to_be_one_value() {
    for text in [
        "",
        "  ",
        "1 2",
        "{} x",
        "tru",
        "truefalse",
        "nulll",
        "\u{feff}1",
        "1\0",
        "\u{a0}1",
        "1,",
    ] {
        let error = from_str::<Value>(text).expect_err(text);
        assert!(
            matches!(error.kind(), Kind::Malformed(_)),
            "{text}: {error}"
        );
    }
}
