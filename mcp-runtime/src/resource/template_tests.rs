//! URIs held against templates.

use super::{Match, Operator, Part, Template};

fn literal(text: &'static str) -> Part {
    Part::Literal(text)
}

fn one(name: &'static [&'static str]) -> Part {
    Part::Variables(Operator::Simple, name)
}

/// The values as `a=1 b=2`, `-` when the template is not for the URI.
fn values(parts: &[Part], uri: &str) -> String {
    match Template::new(parts, |name| name != "optional").of(uri) {
        Match::None => "-".to_owned(),
        Match::Broken(name) => format!("broken {name}"),
        Match::Values(values) => values
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect::<Vec<_>>()
            .join(" "),
    }
}

#[test]
fn a_plain_variable_takes_what_stands_between_slashes() {
    let parts = [
        literal("file:///"),
        one(&["dir"]),
        literal("/"),
        one(&["name"]),
    ];
    assert_eq!(values(&parts, "file:///a/b.txt"), "dir=a name=b.txt");
    for other in [
        "file:///a/b/c",
        "file:///a",
        "file:////b",
        "file:///a/",
        "http:///a/b",
        "xfile:///a/b",
    ] {
        assert_eq!(values(&parts, other), "-", "{other}");
    }
}

#[test]
fn a_value_is_decoded_and_an_encoded_slash_is_one() {
    let parts = [literal("x:"), one(&["a"])];
    assert_eq!(values(&parts, "x:caf%C3%A9%20%25"), "a=café %");
    assert_eq!(values(&parts, "x:..%2Fsecret"), "-");
    assert_eq!(values(&parts, "x:..%2fsecret"), "-");
    assert_eq!(values(&parts, "x:%FF"), "broken a");
    let path = [literal("x:"), Part::Variables(Operator::Reserved, &["a"])];
    assert_eq!(values(&path, "x:a/b%2Fc?d#e"), "a=a/b/c?d#e");
}

#[test]
fn what_stands_after_a_path_is_not_a_part_of_it() {
    let parts = [
        literal("x:"),
        Part::Variables(Operator::Reserved, &["path"]),
        literal("/raw"),
        Part::Variables(Operator::Query, &["line"]),
    ];
    assert_eq!(values(&parts, "x:a/b/raw?line=3"), "path=a/b line=3");
    assert_eq!(values(&parts, "x:a/raw/raw"), "path=a/raw");
    assert_eq!(values(&parts, "x:/raw"), "-");
}

#[test]
fn every_operator_reads_what_it_writes() {
    let with = |operator| [literal("x:y"), Part::Variables(operator, &["a", "b"])];
    for (operator, uri) in [
        (Operator::Simple, "x:y1,2"),
        (Operator::Reserved, "x:y1,2"),
        (Operator::Fragment, "x:y#1,2"),
        (Operator::Label, "x:y.1.2"),
        (Operator::Segment, "x:y/1/2"),
        (Operator::Parameter, "x:y;a=1;b=2"),
        (Operator::Query, "x:y?a=1&b=2"),
        (Operator::Continuation, "x:y&a=1&b=2"),
    ] {
        assert_eq!(values(&with(operator), uri), "a=1 b=2", "{operator:?}");
    }
}

#[test]
fn pairs_of_a_query_come_in_any_order_and_each_once() {
    let parts = [
        literal("x:y"),
        Part::Variables(Operator::Query, &["a", "b"]),
    ];
    assert_eq!(values(&parts, "x:y?b=2&a=1"), "b=2 a=1");
    assert_eq!(values(&parts, "x:y?b="), "b=");
    assert_eq!(values(&parts, "x:y"), "");
    for other in ["x:y?a=1&a=2", "x:y?c=3", "x:y?a=1&c=3", "x:y?", "x:y?a=1#f"] {
        assert_eq!(values(&parts, other), "-", "{other}");
    }
}

#[test]
fn a_variable_that_may_be_left_out_leaves_its_mark_out_too() {
    let label = Part::Variables(Operator::Label, &["optional"]);
    let parts = [literal("x:"), one(&["name"]), label];
    assert_eq!(values(&parts, "x:a.b.txt"), "name=a.b optional=txt");
    assert_eq!(values(&parts, "x:a"), "name=a");
    let simple = [literal("x:"), one(&["optional"])];
    assert_eq!(values(&simple, "x:"), "");
}

#[test]
fn text_of_the_template_is_no_pattern() {
    let parts = [literal("x:a.b+(c)$"), one(&["a"])];
    assert_eq!(values(&parts, "x:a.b+(c)$1"), "a=1");
    assert_eq!(values(&parts, "x:aXb+(c)$1"), "-");
}

#[test]
fn a_long_uri_is_read_in_no_time() {
    let parts = [
        literal("x:"),
        Part::Variables(Operator::Reserved, &["a"]),
        literal("/"),
        Part::Variables(Operator::Reserved, &["b"]),
        literal("/end"),
    ];
    let uri = format!("x:{}", "/".repeat(200_000));
    assert_eq!(values(&parts, &uri), "-");
}
