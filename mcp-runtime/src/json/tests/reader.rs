//! Driving the cursor by hand, and its bounds.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;

use super::super::reader::MAX_DEPTH;
use super::super::{Error, Kind, Reader, from_str};

/// Decodes `a`, `b` and `c` as one would an argument list: all faults in one pass.
fn all_faults(text: &str) -> Result<(u8, Vec<String>), Error> {
    let mut reader = Reader::new(text);
    let mut object = reader.object()?;
    let mut faults = Vec::new();
    let mut sum = 0;
    while let Some(key) = object.next_key(&mut reader)? {
        let start = reader.position();
        let value = match &*key {
            "a" | "b" => u8::deserialize(&mut reader),
            _ => Vec::<u8>::deserialize(&mut reader).map(|list| list.iter().sum()),
        };
        match value {
            Ok(value) => sum += value,
            Err(error) => {
                faults.push(error.at_key(&key).to_string());
                reader.rewind(start);
                reader.skip_value()?;
            }
        }
    }
    reader.end()?;
    Ok((sum, faults))
}

#[test]
fn an_object_is_walked_past_its_faults() {
    assert_eq!(
        all_faults(r#" {"a": 1, "b" : 2.0 ,"c":[3, 4]} "#).expect("sound"),
        (10, Vec::new())
    );
    assert_eq!(all_faults(" { } ").expect("sound"), (0, Vec::new()));
    let (sum, faults) =
        all_faults(r#"{"a": "x", "c": [1, {"y": ["deep", {}]}, 3], "\u0062": 5, "d": {}}"#)
            .expect("sound");
    assert_eq!(sum, 5);
    assert_eq!(
        faults,
        [
            "`a`: expected an integer, got the string \"x\"",
            "`c[1]`: expected an integer, got an object",
            "`d`: expected an array, got an object",
        ]
    );
    for text in [
        "",
        "[]",
        "5",
        "{\"a\": 1",
        "{\"a\": 1 \"b\": 2}",
        "{\"a\": x}",
        "{\"a\": \"",
        "{} {}",
        "{\"a\"}",
    ] {
        all_faults(text).expect_err(text);
    }
}

#[test]
fn keys_are_borrowed_unless_escaped() {
    let mut reader = Reader::new(r#"{"plain": 1, "esc\u0061ped": 2}"#);
    let mut object = reader.object().expect("an object");
    assert!(matches!(
        object.next_key(&mut reader),
        Ok(Some(Cow::Borrowed("plain")))
    ));
    assert_eq!(reader.raw_value().expect("a value"), "1");
    assert!(matches!(object.next_key(&mut reader), Ok(Some(Cow::Owned(key))) if key == "escaped"));
    assert_eq!(reader.raw_value().expect("a value"), "2");
    assert!(matches!(object.next_key(&mut reader), Ok(None)));
    reader.end().expect("the end");
}

#[test]
fn a_raw_value_has_no_blanks_around_it() {
    for text in [
        "1",
        "-1.5e3",
        "\"a\"",
        "null",
        "true",
        "false",
        "[]",
        "{}",
        "[1, [2] ]",
        r#"{"a": {"b": []}, "c": "}"}"#,
    ] {
        let padded = format!(" \n{text}\t ");
        let mut reader = Reader::new(&padded);
        assert_eq!(reader.raw_value().expect("a value"), text);
        reader.end().expect("the end");
    }
}

fn nested(open: &str, close: &str, depth: usize) -> String {
    format!("{}1{}", open.repeat(depth), close.repeat(depth))
}

#[test]
fn nesting_is_bounded_for_every_way_of_reading() {
    let most = usize::from(MAX_DEPTH);
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), (" [ {\"a\":[", "]}]")] {
        let levels = open.matches(['[', '{']).count();
        let sound = nested(open, close, most / levels);
        assert_eq!(
            from_str::<Value>(&sound)
                .expect("within bounds")
                .to_string()
                .len(),
            sound.replace(' ', "").len()
        );
        from_str::<IgnoredAny>(&sound).expect("within bounds");
        from_str::<&RawValue>(&sound).expect("within bounds");
        for depth in [most / levels + 1, 10_000] {
            let deep = nested(open, close, depth);
            for error in [
                from_str::<Value>(&deep).expect_err("too deep"),
                from_str::<IgnoredAny>(&deep)
                    .map(drop)
                    .expect_err("too deep"),
                from_str::<&RawValue>(&deep).expect_err("too deep"),
                Reader::new(&deep).skip_value().expect_err("too deep"),
            ] {
                assert_eq!(*error.kind(), Kind::TooDeep);
                assert_eq!(error.message(), "nested deeper than 128 levels");
            }
        }
    }
    assert_eq!(
        from_str::<&RawValue>(&nested("[", "]", 127))
            .expect("within bounds")
            .get()
            .len(),
        255
    );
}

#[test]
fn a_recursive_type_is_bounded_as_well() {
    #[derive(Deserialize, Debug)]
    struct Node {
        next: Option<Box<Node>>,
    }
    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "only decoded")]
    enum Chain {
        Link(Box<Chain>),
    }
    let list = |depth: usize| format!("{}null{}", "{\"next\":".repeat(depth), "}".repeat(depth));
    let mut length = 0;
    let mut node = from_str::<Node>(&list(128)).expect("within bounds").next;
    while let Some(inner) = node {
        length += 1;
        node = inner.next;
    }
    assert_eq!(length, 127);
    assert_eq!(
        *from_str::<Node>(&list(10_000))
            .expect_err("too deep")
            .kind(),
        Kind::TooDeep
    );
    let Err(error) = from_str::<Chain>(&nested("{\"Link\":", "}", 10_000)).map(|Chain::Link(_)| ())
    else {
        panic!("accepted a chain of 10 000");
    };
    assert_eq!(*error.kind(), Kind::TooDeep);
}

#[test]
fn depth_is_counted_from_the_outermost_value() {
    let text = format!("{{\"a\": {}}}", nested("[", "]", 128));
    let mut reader = Reader::new(&text);
    let mut object = reader.object().expect("an object");
    object.next_key(&mut reader).expect("a key");
    let start = reader.position();
    assert_eq!(
        *Value::deserialize(&mut reader)
            .expect_err("too deep")
            .kind(),
        Kind::TooDeep
    );
    reader.rewind(start);
    assert_eq!(reader.position(), start);
    assert_eq!(
        *reader.skip_value().expect_err("too deep").kind(),
        Kind::TooDeep
    );
}
