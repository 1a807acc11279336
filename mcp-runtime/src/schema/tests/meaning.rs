//! What serde takes the schema takes, and the other way round.
//!
//! The judge is a validator that shares nothing with this crate. Exceptions are named where
//! they are made: `null` for something optional (serde takes it, the schema does not say so)
//! and what the plain profile says less exactly than the type.

use std::fmt::Debug;

use jsonschema::Validator;
use proptest::collection::{btree_map, btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::types::{Either, Flat, FlatOptions, Nested, Odd, Page, Point, Shape, Strict, Wrapper};
use super::values::{
    adjacent, any_value, command, float, loudness, ping, target, text, tree, way, zebra,
};
use super::{Profile, Property, TypeSchema, checked, object, result};

/// How far the schema and serde agree on values that were tampered with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Agreement {
    /// They do.
    Full,
    /// The schema takes more: order in a tuple, ends of large integers, keys of maps.
    SchemaIsWider,
    /// Only on values of the type: for a flattened option serde takes anything as nothing.
    None,
}
use Agreement::{Full, SchemaIsWider};

fn check<T>(values: impl Strategy<Value = T>, agreement: Agreement)
where
    T: JsonSchema + Serialize + DeserializeOwned + Debug,
{
    let property = Property {
        key: "x",
        description: None,
        required: true,
        default: None,
        schema: TypeSchema::argument::<T>(),
        ..Property::EMPTY
    };
    let text = object(&[property], Profile::Plain).expect("a schema");
    let argument = jsonschema::draft202012::new(&checked(&text)).expect("valid");
    let output = jsonschema::draft202012::new(&result::<T>()).expect("valid");
    let name = T::schema_name();
    let mut runner = TestRunner::new(Config {
        cases: 96,
        failure_persistence: None,
        ..Config::default()
    });
    let cases = (values, vec((any::<Index>(), change()), 6));
    let outcome = runner.run(&cases, |(value, changes)| {
        let value = serde_json::to_value(value).expect("has a JSON form");
        prop_assert!(output.is_valid(&value), "{name}: result {value}");
        let value = without_optional_nulls::<T>(value);
        prop_assert!(
            takes(&argument, &value),
            "{name}: argument {value} by {text}"
        );
        for (place, change) in changes {
            let changed = changed(value.clone(), place, &change);
            let by_serde = serde_json::from_value::<T>(changed.clone()).is_ok();
            if by_serde && matches!(agreement, Full | SchemaIsWider) {
                let changed = without_optional_nulls::<T>(changed);
                prop_assert!(
                    takes(&argument, &changed),
                    "{name}: only serde takes {changed}"
                );
            } else if !by_serde && agreement == Full {
                prop_assert!(
                    !takes(&argument, &changed),
                    "{name}: only the schema takes {changed}"
                );
            }
        }
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

fn takes(schema: &Validator, value: &Value) -> bool {
    schema.is_valid(&json!({ "x": value }))
}

/// Takes out each `null` member that can be left out without changing the value.
fn without_optional_nulls<T: Serialize + DeserializeOwned>(mut value: Value) -> Value {
    let read = |value: &Value| {
        let read: Option<T> = serde_json::from_value(value.clone()).ok();
        read.and_then(|read| serde_json::to_value(read).ok())
    };
    let meaning = read(&value);
    for place in null_members(&value, String::new()) {
        let mut less = value.clone();
        let (parent, key) = place.rsplit_once('/').expect("a pointer");
        let key = key.replace("~1", "/").replace("~0", "~");
        if let Some(Value::Object(parent)) = less.pointer_mut(parent) {
            parent.shift_remove(&key);
        }
        if read(&less) == meaning {
            value = less;
        }
    }
    value
}

fn null_members(value: &Value, at: String) -> Vec<String> {
    match value {
        Value::Object(members) => members
            .iter()
            .flat_map(|(key, value)| {
                let at = format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
                match value {
                    Value::Null => vec![at],
                    _ => null_members(value, at),
                }
            })
            .collect(),
        Value::Array(items) => (0_usize..)
            .zip(items)
            .flat_map(|(index, value)| null_members(value, format!("{at}/{index}")))
            .collect(),
        _ => Vec::new(),
    }
}

#[derive(Debug, Clone)]
enum Change {
    Replace(Value),
    DropMember(Index),
    AddMember,
    Push(Value),
    Pop,
}

/// No list in the place of a record and no `{"Unit": null}`: serde takes these, we do not.
fn change() -> impl Strategy<Value = Change> {
    let scalar = prop_oneof![
        Just(json!(true)),
        Just(json!(-1)),
        Just(json!(70_000)),
        Just(json!(0.5)),
        Just(json!("text")),
        Just(json!("")),
        Just(Value::Null),
    ];
    prop_oneof![
        3 => scalar.clone().prop_map(Change::Replace),
        2 => any::<Index>().prop_map(Change::DropMember),
        1 => Just(Change::AddMember),
        1 => scalar.prop_map(Change::Push),
        1 => Just(Change::Pop),
    ]
}

fn changed(mut value: Value, place: Index, change: &Change) -> Value {
    let mut places = vec![String::new()];
    all_places(&value, "", &mut places);
    let place = place.get(&places).clone();
    let node = value.pointer_mut(&place).expect("is there");
    match (change, node) {
        (Change::Replace(new), node) => *node = new.clone(),
        (Change::DropMember(which), Value::Object(members)) if !members.is_empty() => {
            let keys: Vec<String> = members.keys().cloned().collect();
            members.shift_remove(which.get(&keys));
        }
        (Change::AddMember, Value::Object(members)) => {
            members.insert("an extra one".to_owned(), json!(1));
        }
        (Change::Push(new), Value::Array(items)) => items.push(new.clone()),
        (Change::Pop, Value::Array(items)) => {
            items.pop();
        }
        (_, node) => *node = json!({}),
    }
    value
}

fn all_places(value: &Value, at: &str, places: &mut Vec<String>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| (key.replace('~', "~0").replace('/', "~1"), value))
            .collect(),
        Value::Array(items) => (0_usize..)
            .map(|index| index.to_string())
            .zip(items)
            .collect(),
        _ => Vec::new(),
    };
    for (key, value) in children {
        let at = format!("{at}/{key}");
        places.push(at.clone());
        all_places(value, &at, places);
    }
}

#[test]
fn scalars() {
    check(any::<i8>(), Full);
    check(any::<u16>(), Full);
    check(any::<i32>(), Full);
    check(any::<u32>(), Full);
    check(any::<i64>(), Full);
    check(any::<u64>(), Full);
    check(any::<u32>().prop_map(u128::from), Full);
    check(
        (1_u8..).prop_map(|n| std::num::NonZeroU8::new(n).expect("not 0")),
        Full,
    );
    check(
        (1_i8..).prop_map(|n| std::num::NonZeroI8::new(n).expect("not 0")),
        Full,
    );
    check(float(), Full);
    check(any::<bool>(), Full);
    check(any::<char>(), Full);
    check(text(), Full);
    check(any_value(), Full);
}

#[test]
fn lists_tuples_and_maps() {
    check(vec(any::<u8>(), 0..4), Full);
    check(vec(option::of(any::<bool>()), 0..4), Full);
    check(vec(any_value(), 0..3), Full);
    check(btree_set(text(), 0..4), Full);
    check(any::<[i16; 3]>(), Full);
    check((any::<u8>(), text(), any::<bool>()), SchemaIsWider);
    check(btree_map(text(), option::of(any::<u8>()), 0..4), Full);
    check(btree_map(any::<u16>(), text(), 0..4), SchemaIsWider);
    check(btree_map(any::<i64>(), any::<bool>(), 0..4), SchemaIsWider);
    check(btree_map(way(), any::<bool>(), 0..3), SchemaIsWider);
    check(btree_map(loudness(), any::<bool>(), 0..3), Full);
    check(option::of(any::<u32>()), Full);
    check(any::<Option<bool>>(), Full);
}

#[test]
fn records() {
    check(zebra(), Full);
    check(any::<bool>().prop_map(|only| Strict { only }), Full);
    check(any::<u32>().prop_map(Wrapper), Full);
    check(
        (0.0..9.0_f32, 0.0..9.0_f32).prop_map(|(x, y)| Point(x, y)),
        Full,
    );
    let page = (vec(zebra(), 0..3), option::of(any::<u32>()));
    check(page.prop_map(|(items, next)| Page { items, next }), Full);
    let odd = (
        text(),
        any::<u8>(),
        option::of(text()),
        any::<bool>(),
        any::<i64>(),
    );
    check(
        odd.prop_map(|(format, title, schema, constant, reference)| Odd {
            format,
            title,
            schema,
            constant,
            properties: [("format".to_owned(), title)].into(),
            reference,
        }),
        Full,
    );
}

#[test]
fn enums() {
    check(loudness(), Full);
    check(way(), Full);
    check(command(), Full);
    check(adjacent(), Full);
    check(
        prop_oneof![
            Just(Shape::Empty),
            Just(Shape::All),
            float().prop_map(Shape::Circle),
            any::<(u32, u32)>().prop_map(|(w, h)| Shape::Box { w, h }),
            (any::<i8>(), text()).prop_map(|(n, s)| Shape::Pair(n, s)),
        ],
        SchemaIsWider,
    );
    check(
        prop_oneof![
            any::<u64>().prop_map(Either::Id),
            text().prop_map(Either::Name),
            (any::<u64>(), text()).prop_map(|(id, name)| Either::Full { id, name }),
        ],
        Full,
    );
    check(option::of(way()), Full);
    check(vec(option::of(command()), 0..3), Full);
}

#[test]
fn recursive_types() {
    check(tree(), Full);
    check(ping(), Full);
    check(option::of(tree()), Full);
}

#[test]
fn flattened_records() {
    let rest = btree_map(
        text().prop_map(|key| format!("rest {key}")),
        any_value(),
        0..3,
    );
    check(
        (any::<bool>(), target(), adjacent(), rest).prop_map(|(first, target, adjacent, rest)| {
            Flat {
                first,
                target,
                adjacent,
                rest,
            }
        }),
        Full,
    );
    check(
        (text(), option::of(target()), option::of(adjacent())).prop_map(|(name, target, shape)| {
            FlatOptions {
                name,
                target,
                shape,
            }
        }),
        Agreement::None,
    );
}

#[test]
fn everything_together() {
    let first = (
        zebra(),
        vec(way(), 0..3),
        option::of(loudness()),
        btree_map(way(), any::<u8>(), 0..3),
        btree_map(loudness(), any::<u8>(), 0..3),
        btree_map(any::<u16>(), zebra(), 0..3),
    );
    let second = (
        (any::<u8>(), option::of(way()), target()),
        prop_oneof![any::<u8>().prop_map(Ok), text().prop_map(Err)],
        option::of(target()),
        any_value(),
        any::<u32>(),
    );
    check(
        (first, second).prop_map(
            |(
                (zebra, ways, loud, by_way, by_loudness, by_number),
                (tuple, outcome, maybe, any, end),
            )| Nested {
                zebra,
                ways,
                loud,
                by_way,
                by_loudness,
                by_number,
                tuple,
                outcome,
                maybe,
                any,
                range: 0..end,
            },
        ),
        SchemaIsWider,
    );
}
