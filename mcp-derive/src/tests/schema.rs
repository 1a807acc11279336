//! Schema text by the spelling of a type.

use crate::schema::{self, Place, json_string};
use syn::Type;

fn text(ty: &str, place: Place) -> Option<String> {
    let ty: Type = syn::parse_str(ty).expect("a type");
    Some(schema::of(&ty, place)?.text())
}

#[track_caller]
fn check(ty: &str, expected: &str) {
    assert_eq!(text(ty, Place::Argument).as_deref(), Some(expected), "{ty}");
}

#[test]
fn numbers_have_bounds_up_to_32_bits() {
    check("i64", r#"{"type":"integer"}"#);
    check("u128", r#"{"type":"integer","minimum":0}"#);
    check("i8", r#"{"type":"integer","minimum":-128,"maximum":127}"#);
    check(
        "core::num::NonZeroU16",
        r#"{"type":"integer","minimum":1,"maximum":65535}"#,
    );
    check("f32", r#"{"type":"number"}"#);
}

#[test]
fn text_is_text_however_it_is_held() {
    for ty in [
        "String",
        "std::string::String",
        "&str",
        "&'a str",
        "Cow<'_, str>",
        "Box<str>",
        "Arc<str>",
        "(String)",
    ] {
        check(ty, r#"{"type":"string"}"#);
    }
}

#[test]
fn lists_have_items() {
    check(
        "Vec<u8>",
        r#"{"type":"array","items":{"type":"integer","minimum":0,"maximum":255}}"#,
    );
    check("&[bool]", r#"{"type":"array","items":{"type":"boolean"}}"#);
    check(
        "BTreeSet<bool>",
        r#"{"type":"array","items":{"type":"boolean"}}"#,
    );
    check(
        "[bool; 3]",
        r#"{"type":"array","items":{"type":"boolean"},"minItems":3,"maxItems":3}"#,
    );
    check(
        "(bool, bool)",
        r#"{"type":"array","items":{"type":"boolean"},"minItems":2,"maxItems":2}"#,
    );
    check(
        "(bool, f64)",
        r#"{"type":"array","items":{"anyOf":[{"type":"boolean"},{"type":"number"}]},"minItems":2,"maxItems":2}"#,
    );
}

#[test]
fn null_is_said_inside_and_not_of_an_argument() {
    check("Option<bool>", r#"{"type":"boolean"}"#);
    check(
        "Vec<Option<bool>>",
        r#"{"type":"array","items":{"type":["boolean","null"]}}"#,
    );
    assert_eq!(
        text("Option<bool>", Place::Inside).as_deref(),
        Some(r#"{"type":["boolean","null"]}"#)
    );
}

#[test]
fn maps_have_values() {
    check(
        "HashMap<String, bool>",
        r#"{"type":"object","additionalProperties":{"type":"boolean"}}"#,
    );
    check(
        "BTreeMap<u8, bool>",
        r#"{"type":"object","additionalProperties":{"type":"boolean"}}"#,
    );
    assert_eq!(text("HashMap<bool, bool>", Place::Argument), None);
}

#[test]
fn other_types_are_not_guessed() {
    for ty in [
        "Filter",
        "Vec<Filter>",
        "Vec",
        "[u8; N]",
        "()",
        "Box<Option<u8>>",
        "fn()",
        "<T as U>::String",
        "HashMap<K>",
    ] {
        assert_eq!(text(ty, Place::Argument), None, "{ty}");
    }
}

#[test]
fn each_named_type_has_to_prove_its_name() {
    let ty: Type = syn::parse_str("Option<Vec<HashMap<String, u8>>>").expect("a type");
    let names: Vec<_> = schema::of(&ty, Place::Argument)
        .expect("standard types")
        .names
        .into_iter()
        .map(|(_, name)| name)
        .collect();
    assert_eq!(names, ["String", "u8", "HashMap", "Vec", "Option"]);
}

#[test]
fn json_text_is_escaped() {
    assert_eq!(
        json_string("a\"\\\n\t\r\u{8}\u{c}\u{1}é"),
        r#""a\"\\\n\t\r\b\f\u0001é""#
    );
}

#[test]
fn literals_are_json() {
    let json = |text: &str| {
        let expr: syn::Expr = syn::parse_str(text).expect("an expression");
        crate::attr::literal(&expr).map(|(_, json)| json)
    };
    for (rust, expected) in [
        ("1", "1"),
        ("-0x1f", "-31"),
        ("1_000u64", "1000"),
        ("007", "7"),
        ("1.", "1.0"),
        ("00.50", "0.5"),
        ("-2.50f32", "-2.5"),
        ("1e3", "1.0e3"),
        ("1.5E-3", "1.5e-3"),
        ("1f64", "1"),
        ("'\"'", r#""\"""#),
        ("b'a'", "97"),
        ("true", "true"),
        ("r#\"a\\b\"#", r#""a\\b""#),
    ] {
        assert_eq!(json(rust).as_deref(), Some(expected), "{rust}");
    }
    for rust in [
        "b\"x\"", "c\"x\"", "X", "-X", "!1", "Some(1)", "-\"x\"", "1 + 2",
    ] {
        assert_eq!(json(rust), None, "{rust}");
    }
}
