//! Properties over generated values and damaged texts, held against `serde_json`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use proptest::prelude::*;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

use super::super::{Kind, Reader, from_str};

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Record {
    id: u128,
    name: String,
    note: Option<String>,
    legs: Vec<Leg>,
    by_day: BTreeMap<i16, Shape>,
    pair: (bool, char),
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Leg {
    from: String,
    minutes: i8,
    price: f64,
    weight: f32,
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
enum Shape {
    Point,
    Round(u64),
    Rect(i32, i32),
    Named {
        name: String,
        of: Box<Option<Shape>>,
    },
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Tagged {
    Empty,
    Full {
        count: i64,
        #[serde(flatten)]
        rest: BTreeMap<String, bool>,
    },
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(untagged)]
enum Untagged {
    Count(i64),
    Text(String),
    List(Vec<Untagged>),
    Nothing,
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z]{0,8}", "\\PC{0,40}", any::<String>()]
}

fn finite() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<f64>().prop_filter("finite", |float| float.is_finite()),
        -1e6..1e6
    ]
}

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-100i32..100).prop_map(Value::from),
        finite().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 64, 20, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((text(), inner), 0..20)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn leg() -> impl Strategy<Value = Leg> {
    (text(), any::<i8>(), finite(), -1e6f32..1e6).prop_map(|(from, minutes, price, weight)| Leg {
        from,
        minutes,
        price,
        weight,
    })
}

fn shape() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![
        Just(Shape::Point),
        any::<u64>().prop_map(Shape::Round),
        any::<(i32, i32)>().prop_map(|(width, height)| Shape::Rect(width, height)),
    ];
    leaf.prop_recursive(3, 8, 1, |inner| {
        (text(), prop::option::of(inner)).prop_map(|(name, of)| Shape::Named {
            name,
            of: Box::new(of),
        })
    })
}

fn record() -> impl Strategy<Value = Record> {
    let legs = prop::collection::vec(leg(), 0..4);
    let by_day = prop::collection::btree_map(any::<i16>(), shape(), 0..4);
    (
        any::<u128>(),
        text(),
        prop::option::of(text()),
        legs,
        by_day,
        any::<(bool, char)>(),
    )
        .prop_map(|(id, name, note, legs, by_day, pair)| Record {
            id,
            name,
            note,
            legs,
            by_day,
            pair,
        })
}

fn tagged() -> impl Strategy<Value = Tagged> {
    let rest = prop::collection::btree_map("[a-j]{1,3}", any::<bool>(), 0..4);
    prop_oneof![
        Just(Tagged::Empty),
        (any::<i64>(), rest).prop_map(|(count, rest)| Tagged::Full { count, rest })
    ]
}

fn untagged() -> impl Strategy<Value = Untagged> {
    let leaf = prop_oneof![
        any::<i64>().prop_map(Untagged::Count),
        text().prop_map(Untagged::Text),
        Just(Untagged::Nothing),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop::collection::vec(inner, 0..4).prop_map(Untagged::List)
    })
}

/// What a value becomes when its integral numbers are read as integers.
fn integral(value: Value) -> Value {
    match value {
        Value::Number(number) => Value::Number(integral_number(number)),
        Value::Array(elements) => elements.into_iter().map(integral).collect(),
        Value::Object(members) => members
            .into_iter()
            .map(|(key, value)| (key, integral(value)))
            .collect::<Map<_, _>>()
            .into(),
        other => other,
    }
}

fn integral_number(number: Number) -> Number {
    match number.as_f64() {
        Some(float)
            if number.is_f64()
                && float.fract() == 0.0
                && float.to_bits() != (-0.0f64).to_bits() =>
        {
            // the shortest digits of an integral float, as they stand in the text
            let digits = format!("{float}");
            let unsigned = digits.parse::<u64>().map(Number::from);
            unsigned
                .or_else(|_| digits.parse::<i64>().map(Number::from))
                .unwrap_or(number)
        }
        _ => number,
    }
}

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(
    value: &T,
) -> Result<(), TestCaseError> {
    for text in [
        serde_json::to_string(value),
        serde_json::to_string_pretty(value),
    ] {
        let text = text.expect("can be written");
        let read = from_str::<T>(&text)
            .map_err(|error| TestCaseError::fail(format!("{error} in {text}")))?;
        prop_assert_eq!(&read, value);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn any_json_value_is_read_as_it_was_written(value in json()) {
        let compact = serde_json::to_string(&value).expect("can be written");
        let pretty = serde_json::to_string_pretty(&value).expect("can be written");
        let expected = integral(value);
        prop_assert_eq!(&from_str::<Value>(&compact).expect("valid"), &expected);
        prop_assert_eq!(&from_str::<Value>(&pretty).expect("valid"), &expected);
        from_str::<IgnoredAny>(&pretty).expect("valid");
        let mut reader = Reader::new(&pretty);
        prop_assert_eq!(reader.raw_value().expect("valid"), &pretty);
    }

    #[test]
    fn records_and_enums_survive_a_round_trip(record in record(), shape in shape()) {
        round_trip(&record)?;
        round_trip(&shape)?;
        round_trip(&vec![Some(shape.clone()), None])?;
        round_trip(&Ok::<Shape, Record>(shape))?;
        round_trip(&Err::<Shape, Record>(record))?;
    }

    #[test]
    fn buffered_types_survive_a_round_trip(tagged in tagged(), untagged in untagged()) {
        round_trip(&tagged)?;
        round_trip(&untagged)?;
    }

    #[test]
    fn standard_types_survive_a_round_trip(
        ints in any::<(i8, i16, i32, i64, i128, u8, u16, u32, u64, u128)>(),
        floats in (finite(), -1e30f32..1e30),
        texts in (text(), any::<char>(), prop::option::of(text())),
        sets in (prop::collection::btree_set(any::<i128>(), 0..5), prop::collection::vec(any::<bool>(), 0..5)),
        maps in (
            prop::collection::btree_map(text(), any::<u8>(), 0..30),
            prop::collection::btree_map(any::<i128>(), any::<char>(), 0..5),
            prop::collection::btree_map(any::<bool>(), prop::option::of(any::<u16>()), 0..3),
            prop::collection::btree_map(any::<char>(), any::<()>(), 0..3),
        ),
        array in any::<[i32; 4]>(),
    ) {
        round_trip(&ints)?;
        round_trip(&floats)?;
        round_trip(&texts)?;
        let (set, list): (BTreeSet<i128>, Vec<bool>) = sets;
        round_trip(&set)?;
        round_trip(&list)?;
        round_trip(&maps)?;
        round_trip(&array)?;
    }

    #[test]
    fn damaged_text_is_judged_as_serde_json_judges_it(
        value in json(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4u8), 1..4),
    ) {
        let mut bytes = serde_json::to_vec(&value).expect("can be written");
        for (index, byte, way) in damage {
            if bytes.is_empty() {
                break;
            }
            let at = index.index(bytes.len());
            match way {
                0 => bytes[at] = byte,
                1 => bytes[at] = b"{}[]\",:\\ 0e.-u"[usize::from(byte) % 14],
                2 => drop(bytes.remove(at)),
                _ => bytes.truncate(at),
            }
        }
        if let Ok(text) = std::str::from_utf8(&bytes) {
            agrees(text)?;
        }
    }

    #[test]
    fn noise_is_judged_as_serde_json_judges_it(text in "[\\[\\]{}\",:\\\\u0-9eE.+\\-truefalsn \\n]{0,24}") {
        agrees(&text)?;
    }

    #[test]
    fn numbers_are_judged_as_serde_json_judges_them(text in "-?[0-9]{0,3}(\\.[0-9]{0,20})?([eE][+-]?[0-9]{0,3})?") {
        agrees(&text)?;
        if let Ok(expected) = text.parse::<f64>() && let Ok(read) = from_str::<f64>(&text) {
            prop_assert_eq!(read.to_bits(), expected.to_bits());
        }
    }
}

/// Validity is the same as for `serde_json`, for reading and for skipping; the named exceptions are ours.
fn agrees(text: &str) -> Result<(), TestCaseError> {
    let ours = from_str::<IgnoredAny>(text);
    let theirs = serde_json::from_str::<IgnoredAny>(text);
    prop_assert_eq!(
        ours.is_ok(),
        theirs.is_ok(),
        "skipping {:?}: {:?}, {:?}",
        text,
        ours,
        theirs
    );
    let ours = from_str::<Value>(text);
    let theirs = serde_json::from_str::<Value>(text);
    if let (Err(error), Ok(_)) = (&ours, &theirs) {
        // keys given twice are refused
        prop_assert_eq!(error.kind(), &Kind::Duplicate, "reading {:?}", text);
    } else {
        prop_assert_eq!(
            ours.is_ok(),
            theirs.is_ok(),
            "reading {:?}: {:?}, {:?}",
            text,
            ours,
            theirs
        );
    }
    // no panic, whatever the type
    let _ = from_str::<Record>(text);
    let _ = from_str::<Shape>(text);
    let _ = from_str::<Tagged>(text);
    let _ = from_str::<Untagged>(text);
    let _ = from_str::<(u8, f32, char)>(text);
    let _ = from_str::<BTreeMap<u8, String>>(text);
    Ok(())
}
