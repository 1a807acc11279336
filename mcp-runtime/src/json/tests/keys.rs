//! Keys: given once, and spelled in one way.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde_json::Value;

use super::{fault, value};

#[derive(Deserialize, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
enum Color {
    Red,
    Green,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Point {
    #[serde(default)]
    x: i32,
}

#[derive(Deserialize, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Id(u16);

#[test]
fn a_key_given_twice_is_refused_everywhere() {
    #[derive(Deserialize, Debug)]
    struct Flat {
        #[serde(flatten)]
        _rest: HashMap<String, u8>,
    }
    #[derive(Deserialize, Debug)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "only decoded")]
    enum Either {
        _A(Point),
    }
    #[derive(Deserialize, Debug)]
    #[serde(tag = "t")]
    enum Tagged {
        A { _x: Option<u8> },
    }
    let twice = r#"{"x": 1, "x": 2}"#;
    let expected = "`x`: given twice";
    assert_eq!(fault::<Point>(twice), expected);
    assert_eq!(fault::<HashMap<String, u8>>(twice), expected);
    assert_eq!(fault::<BTreeMap<char, u8>>(twice), expected);
    assert_eq!(fault::<Value>(twice), expected);
    assert_eq!(fault::<Flat>(twice), expected);
    assert_eq!(fault::<Either>(twice), expected);
    assert_eq!(
        fault::<Tagged>(r#"{"t": "A", "t": "A"}"#),
        "`t`: given twice"
    );
    assert_eq!(
        fault::<Vec<Value>>(r#"[1, {"a": {"x": 1, "x": 1}}]"#),
        "`[1].a.x`: given twice"
    );
    assert_eq!(fault::<Value>(r#"{"x": 1, "\u0078": 2}"#), expected);
    assert_eq!(fault::<Value>(r#"{"\u0078": 2, "x": 1}"#), expected);
    assert_eq!(
        fault::<HashMap<u8, u8>>(r#"{"1": 1, "1": 2}"#),
        r#"`["1"]`: given twice"#
    );
}

#[test]
fn a_key_given_twice_is_noticed_among_many() {
    for count in [1, 2, 11, 12, 13, 14, 40, 500] {
        let object = |last: usize| {
            let members: Vec<String> = (0..count)
                .chain([last])
                .map(|index| format!("\"k{index}\":{index}"))
                .collect();
            format!("{{{}}}", members.join(","))
        };
        assert_eq!(
            value::<HashMap<String, usize>>(&object(count)).len(),
            count + 1
        );
        for last in [0, count / 2, count - 1] {
            assert_eq!(
                fault::<HashMap<String, usize>>(&object(last)),
                format!("`k{last}`: given twice")
            );
        }
    }
}

#[test]
fn keys_of_an_integer_map_are_canonical_integers() {
    assert_eq!(
        value::<BTreeMap<i8, u8>>(r#"{"-5": 1, "0": 2, "127": 3}"#),
        BTreeMap::from([(-5, 1), (0, 2), (127, 3)])
    );
    assert_eq!(
        value::<BTreeMap<u128, u8>>(&format!(r#"{{"{}": 1}}"#, u128::MAX)),
        BTreeMap::from([(u128::MAX, 1)])
    );
    assert_eq!(
        value::<BTreeMap<i128, u8>>(&format!(r#"{{"{}": 1}}"#, i128::MIN)),
        BTreeMap::from([(i128::MIN, 1)])
    );
    assert_eq!(
        value::<BTreeMap<i64, u8>>(&format!(r#"{{"{}": 1}}"#, i64::MIN)),
        BTreeMap::from([(i64::MIN, 1)])
    );
    assert_eq!(
        value::<BTreeMap<Id, u8>>(r#"{"7": 1}"#),
        BTreeMap::from([(Id(7), 1)])
    );
    for key in [
        "07", " 7", "7 ", "7.0", "+7", "7e0", "", "-", "-0", "00", "-07", "x", "0x7", "٧",
    ] {
        let text = format!(r#"{{"{key}": 1}}"#);
        let message = fault::<HashMap<i64, u8>>(&text);
        assert!(
            message.contains("expected an integer as a key, got the key "),
            "{key}: {message}"
        );
        fault::<HashMap<u8, u8>>(&text);
        fault::<HashMap<u128, u8>>(&text);
    }
    assert_eq!(
        fault::<HashMap<u8, u8>>(r#"{"256": 1}"#),
        r#"`["256"]`: expected an integer from 0 to 255 as a key, got the key "256""#
    );
    fault::<HashMap<u64, u8>>(r#"{"-1": 1}"#);
    fault::<HashMap<u64, u8>>(r#"{"18446744073709551616": 1}"#);
    fault::<HashMap<u128, u8>>(r#"{"340282366920938463463374607431768211456": 1}"#);
}

#[test]
fn keys_are_read_by_other_key_types() {
    assert_eq!(
        value::<BTreeMap<bool, u8>>(r#"{"true": 1, "false": 0}"#),
        BTreeMap::from([(true, 1), (false, 0)])
    );
    assert_eq!(
        value::<BTreeMap<char, u8>>(r#"{"\u00e9": 1}"#),
        BTreeMap::from([('é', 1)])
    );
    assert_eq!(
        value::<BTreeMap<Color, u8>>(r#"{"red": 1}"#),
        BTreeMap::from([(Color::Red, 1)])
    );
    assert_eq!(
        value::<BTreeMap<String, u8>>(r#"{"": 1}"#),
        BTreeMap::from([(String::new(), 1)])
    );
    assert_eq!(
        value::<BTreeMap<Option<u8>, u8>>(r#"{"1": 1}"#),
        BTreeMap::from([(Some(1), 1)])
    );
    for (message, expected) in [
        (
            fault::<HashMap<bool, u8>>(r#"{"1": 1}"#),
            r#"`["1"]`: expected "true" or "false" as a key, got the key "1""#,
        ),
        (
            fault::<HashMap<char, u8>>(r#"{"ab": 1}"#),
            "`ab`: expected one character as a key, got the key \"ab\"",
        ),
        (
            fault::<HashMap<Color, u8>>(r#"{"gren": 1}"#),
            r#"`gren`: expected one of "red", "green", got "gren"; did you mean "green"?"#,
        ),
        (
            fault::<HashMap<(), u8>>(r#"{"a": 1}"#),
            "`a`: expected something else than a string as a key, got the key \"a\"",
        ),
    ] {
        assert_eq!(message, expected);
    }
}
