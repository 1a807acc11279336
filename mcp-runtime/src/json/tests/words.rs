//! Faults are told in the words of JSON, with their place, on one line.

use serde::{Deserialize, Deserializer, de};
use serde_json::Value;

use super::super::closest;
use super::fault;

#[derive(Deserialize, Debug)]
struct Trip {
    _from: Option<String>,
    #[serde(rename = "passengers")]
    _passengers: Vec<Passenger>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Passenger {
    #[serde(rename = "age")]
    _age: u32,
    #[serde(rename = "family name", default)]
    _name: String,
}

#[test]
fn a_fault_names_its_place() {
    for (text, expected) in [
        (r#"{}"#, "`passengers`: missing"),
        (
            r#"{"passengers": null}"#,
            "`passengers`: expected an array, got null",
        ),
        (
            r#"{"passengers": [{"age": 1}, {"age": "12"}]}"#,
            "`passengers[1].age`: expected an integer, got the string \"12\"",
        ),
        (r#"{"passengers": [{}]}"#, "`passengers[0].age`: missing"),
        (
            r#"{"passengers": [{"age": 1, "age": 2}]}"#,
            "`passengers[0].age`: given twice",
        ),
        (
            r#"{"passengers": [{"agee": 1}]}"#,
            "`passengers[0].agee`: unknown field; did you mean `age`?",
        ),
        (
            r#"{"passengers": [{"zzz": 1}]}"#,
            "`passengers[0].zzz`: unknown field; known: `age`, `family name`",
        ),
        (
            r#"{"passengers": [{"family name": 1}]}"#,
            "`passengers[0][\"family name\"]`: expected a string, got the number 1",
        ),
        (
            r#"{"passengers": [{"\u0061ge": {}}]}"#,
            "`passengers[0].age`: expected an integer, got an object",
        ),
        (
            r#"{"passengers": [[1, 2]]}"#,
            "`passengers[0]`: expected an object, got an array",
        ),
    ] {
        assert_eq!(fault::<Trip>(text), expected, "{text}");
    }
}

#[test]
fn json_text_inside_a_string_is_called_by_its_name() {
    let object = "expected an object, got a string that holds JSON text; send the object itself";
    let array = "expected an array, got a string that holds JSON text; send the array itself";
    assert_eq!(fault::<Passenger>(r#""{\"age\": 1}""#), object);
    assert_eq!(fault::<Passenger>(r#"" { } ""#), object);
    assert_eq!(fault::<Vec<u8>>(r#""[1]""#), array);
    assert_eq!(
        fault::<Passenger>(r#""{age}""#),
        "expected an object, got the string \"{age}\""
    );
    assert_eq!(
        fault::<Passenger>(r#""[1]""#),
        "expected an object, got the string \"[1]\""
    );
    assert_eq!(
        fault::<Vec<u8>>(r#""a,b""#),
        "expected an array, got the string \"a,b\""
    );
    assert_eq!(
        fault::<(u8, u8)>(r#""[1,2]""#),
        "expected an array of 2 elements, got a string that holds JSON text; send the array itself"
    );
}

#[test]
fn a_callers_text_is_cut_and_kept_on_one_line() {
    let long = format!("\"{}\"", "é".repeat(100));
    assert_eq!(
        fault::<u8>(&long),
        format!(
            "expected an integer, got the string \"{}…\"",
            "é".repeat(40)
        )
    );
    let exact = format!("\"{}\"", "é".repeat(40));
    assert_eq!(
        fault::<u8>(&exact),
        format!("expected an integer, got the string {exact}")
    );
    assert_eq!(
        fault::<u8>(r#""a\nb\"\u0007""#),
        r#"expected an integer, got the string "a\nb\"\u0007""#
    );
    let key = format!("{{\"{}\": \"x\"}}", "k".repeat(1000));
    assert!(fault::<std::collections::HashMap<String, u8>>(&key).len() < 150);
}

#[test]
fn texts_of_serde_are_reworded() {
    use super::super::Error;
    #[track_caller]
    fn check(error: Error, expected: &str) {
        assert_eq!(error.to_string(), expected);
    }
    for (rust, json) in [
        ("i32", "an integer from -2147483648 to 2147483647"),
        ("u8", "an integer from 0 to 255"),
        ("u64", "an integer of at least 0"),
        ("i128", "an integer"),
        ("f64", "a number"),
        ("a nonzero u16", "an integer other than 0"),
        ("a boolean", "true or false"),
        ("struct Foo", "an object"),
        ("struct Foo with 2 elements", "an object"),
        ("struct Generic<A, B>", "struct Generic<A, B>"),
        ("struct variant Foo::Bar with 1 element", "an object"),
        ("tuple struct Foo", "an array"),
        ("tuple struct Foo with 3 elements", "an array of 3 elements"),
        (
            "tuple variant Foo::Bar with 1 element",
            "an array of 1 element",
        ),
        ("a tuple of size 2", "an array of 2 elements"),
        ("an array of length 4", "an array of 4 elements"),
        ("unit struct Foo", "null"),
        ("a sequence", "an array"),
        ("a map", "an object"),
        ("enum Foo", "a string or an object with one key"),
        ("internally tagged enum Foo", "an object with a tag"),
        ("variant identifier", "a string"),
        ("a UUID string", "a UUID string"),
        (
            "a formatted date and time string or a unix timestamp",
            "a formatted date and time string or a unix timestamp",
        ),
        ("struct for the road", "struct for the road"),
    ] {
        check(
            de::Error::invalid_type(de::Unexpected::Map, &rust),
            &format!("expected {json}, got an object"),
        );
    }
    for (unexpected, words) in [
        (de::Unexpected::Bool(true), "true"),
        (de::Unexpected::Unsigned(7), "the number 7"),
        (de::Unexpected::Float(0.5), "the number 0.5"),
        (de::Unexpected::Char('x'), "the string \"x\""),
        (de::Unexpected::Unit, "null"),
        (de::Unexpected::Option, "null"),
        (de::Unexpected::Seq, "an array"),
        (de::Unexpected::StructVariant, "an object"),
        (de::Unexpected::Other("a\nb"), "a b"),
    ] {
        check(
            de::Error::invalid_type(unexpected, &"a string"),
            &format!("expected a string, got {words}"),
        );
    }
    check(
        de::Error::invalid_length(1, &"tuple struct P with 2 elements"),
        "expected an array of 2 elements, got an array of 1 element",
    );
    check(
        de::Error::invalid_length(1, &"a key of 32 letters"),
        "expected a key of 32 letters, got a length of 1",
    );
    check(
        de::Error::unknown_variant("x", &[]),
        "expected nothing, as there is no valid value, got \"x\"",
    );
    check(
        de::Error::custom("data did not match any variant of untagged enum Foo"),
        "does not match any of the accepted forms",
    );
    check(
        de::Error::custom("expected value at line 1 column 2"),
        "expected value",
    );
    check(
        de::Error::custom("invalid type: string \"x\", expected u8 at line 1 column 3"),
        "expected an integer from 0 to 255, got the string \"x\"",
    );
    check(
        de::Error::custom("invalid type: map, expected a sequence"),
        "expected an array, got an object",
    );
    check(de::Error::custom(" two\n  lines\r\n"), "two lines");
    check(de::Error::custom("stand at line 9"), "stand at line 9");
}

#[test]
fn no_rust_type_is_named_whatever_is_decoded() {
    #[derive(Deserialize, Debug)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "only decoded")]
    enum Untagged {
        _A(u8),
        _B { _x: u8 },
    }
    #[derive(Deserialize, Debug)]
    #[serde(tag = "kind", deny_unknown_fields)]
    enum Internal {
        Cube { _side: u8 },
    }
    #[derive(Deserialize, Debug)]
    #[serde(tag = "kind", content = "of")]
    #[allow(dead_code, reason = "only decoded")]
    enum Adjacent {
        Cube(u8),
        Pair(u8, u8),
    }
    let texts = [
        "1",
        "0.5",
        "-1",
        "300",
        "true",
        "null",
        "\"x\"",
        "[]",
        "[1]",
        "{}",
        "{\"kind\":1}",
        "{\"kind\":\"Cube\"}",
        "{\"kind\":\"Cube\",\"of\":\"x\"}",
        "{\"kind\":\"Cube\",\"_side\":\"x\"}",
        "{\"kind\":\"Cube\",\"_side\":300}",
        "{\"kind\":\"Pair\",\"of\":[1]}",
        "{\"kind\":\"Cubes\"}",
        "{\"kind\":\"Cube\",\"_sid\":2}",
        "{\"of\":1}",
        "{\"kind\":\"Cube\",\"_side\":1,\"x\":1}",
        "{\"kind\":\"Pair\",\"of\":{}}",
        "{\"kind\":[\"Cube\"]}",
    ];
    for text in texts {
        for message in [
            super::from_str::<Untagged>(text)
                .map(drop)
                .map_err(|error| error.to_string()),
            super::from_str::<Internal>(text)
                .map(drop)
                .map_err(|error| error.to_string()),
            super::from_str::<Adjacent>(text)
                .map(drop)
                .map_err(|error| error.to_string()),
            super::from_str::<Trip>(text)
                .map(drop)
                .map_err(|error| error.to_string()),
        ] {
            let Err(message) = message else { continue };
            for word in [
                "struct", "enum", "tuple", "variant", "Untagged", "Internal", "Adjacent", "Trip",
                "u8", "line", "invalid",
            ] {
                assert!(!message.contains(word), "{text}: {message}");
            }
        }
    }
    assert_eq!(
        fault::<Untagged>("\"x\""),
        "does not match any of the accepted forms"
    );
    assert_eq!(
        fault::<Internal>("{\"kind\":\"Cube\",\"_sid\":2}"),
        "unknown field \"_sid\"; did you mean `_side`?"
    );
}

#[test]
fn words_of_a_users_type_pass_through_with_the_place() {
    #[derive(Debug)]
    struct Even;
    impl<'de> Deserialize<'de> for Even {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let number = u32::deserialize(deserializer)?;
            if number % 2 == 0 {
                Ok(Self)
            } else {
                Err(de::Error::custom(format!("{number} is\n odd")))
            }
        }
    }
    assert_eq!(fault::<Vec<Even>>("[2, 3]"), "`[1]`: 3 is odd");
    assert_eq!(
        fault::<std::net::Ipv4Addr>("\"localhost\""),
        "invalid IPv4 address syntax"
    );
    assert_eq!(
        fault::<Value>("[nope]"),
        "`[0]`: not valid JSON: a value is missing or not a JSON value"
    );
}

#[test]
fn a_near_name_is_suggested_and_a_far_one_is_not() {
    let names = ["to", "from", "passengers", "departure_date"];
    for (word, expected) in [
        ("too", Some("to")),
        ("form", Some("from")),
        ("From", Some("from")),
        ("passenger", Some("passengers")),
        ("departureDate", Some("departure_date")),
        ("departure-dates", Some("departure_date")),
        ("depart", None),
        ("x", None),
        ("", None),
        ("city", None),
    ] {
        assert_eq!(closest(word, names), expected, "{word}");
    }
    assert_eq!(closest(&"to".repeat(1000), names), None);
    assert_eq!(closest("a", ["b"]), None);
    assert_eq!(closest("a", []), None);
}
