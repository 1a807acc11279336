//! Tests of reading arguments from the shell.
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use super::*;

fn schema() -> Value {
    serde_json::json!({
        "type": "object",
        "properties": {
            "text": {"type": "string"},
            "n": {"type": "integer"},
            "wide": {"type": "integer", "minimum": 0},
            "on": {"type": "boolean"},
            "list": {"type": "array", "items": {"type": "string"}},
            "mode": {"enum": ["fast", "slow"]},
            "either": {"type": ["string", "integer"]},
            "shape": {"$ref": "#/$defs/Shape"},
            "union": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            "loop": {"$ref": "#/$defs/Loop"},
        },
        "$defs": {"Shape": {"type": "string"}, "Loop": {"anyOf": [{"$ref": "#/$defs/Loop"}]}},
    })
}

fn read(json: Option<&str>, pairs: &[&str]) -> Result<String, String> {
    let pairs: Vec<_> = pairs.iter().map(|pair| (*pair).to_owned()).collect();
    let arguments =
        Arguments::read(json, &[], &pairs, &schema()).map_err(|error| error.to_string())?;
    Ok(serde_json::to_string(&arguments).expect("arguments have a JSON form"))
}

#[track_caller]
fn check(pairs: &[&str], expected: &str) {
    assert_eq!(read(None, pairs).as_deref(), Ok(expected));
}

#[test]
fn strings_are_taken_verbatim() {
    check(&["text=5"], r#"{"text":"5"}"#);
    check(&["text="], r#"{"text":""}"#);
    check(&[r#"text=a=b "c"#], r#"{"text":"a=b \"c"}"#);
    check(&["mode=fast"], r#"{"mode":"fast"}"#);
    check(&["shape=5"], r#"{"shape":"5"}"#);
}

#[test]
fn other_types_are_read_as_json_and_keep_their_digits() {
    check(&["n=-5", "on=true"], r#"{"n":-5,"on":true}"#);
    check(
        &["wide=340282366920938463463374607431768211455"],
        r#"{"wide":340282366920938463463374607431768211455}"#,
    );
    check(&[r#"list=["a","b"]"#], r#"{"list":["a","b"]}"#);
}

#[test]
fn where_both_are_allowed_json_comes_first() {
    check(&["either=5"], r#"{"either":5}"#);
    check(&["either=five"], r#"{"either":"five"}"#);
    check(&["union=five"], r#"{"union":"five"}"#);
    check(&["unknown=5"], r#"{"unknown":5}"#);
    check(&["unknown=five"], r#"{"unknown":"five"}"#);
    check(&["loop=five"], r#"{"loop":"five"}"#);
}

#[test]
fn faults_are_told_in_plain_words() {
    for (pairs, expected) in [
        (
            &["n=five"][..],
            "argument `n` takes an integer, and `five` is none",
        ),
        (
            &["list=a"],
            "argument `list` takes a list such as `[1,2]`, and `a` is none",
        ),
        (&["n"], "`n` is no argument; write `key=value`"),
        (&["n=1", "n=2"], "argument `n` is given twice"),
    ] {
        assert_eq!(read(None, pairs).unwrap_err(), expected);
    }
}

#[test]
fn an_object_joins_with_pairs() {
    assert_eq!(
        read(Some(r#"{"n":1}"#), &["text=a"]).unwrap(),
        r#"{"n":1,"text":"a"}"#
    );
    assert_eq!(
        read(Some(r#"{"n":1}"#), &["n=2"]).unwrap_err(),
        "argument `n` is given twice"
    );
    assert!(
        read(Some("[1]"), &[])
            .unwrap_err()
            .starts_with("`--json` takes an object")
    );
    assert!(read(Some(r#"{"n":1,"n":2}"#), &[]).is_err());
}
