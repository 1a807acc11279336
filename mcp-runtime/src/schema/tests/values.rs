//! Values of the types in [`types`](super::types), for property tests.

use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use serde_json::Value;

use super::types::{Adjacent, Command, Loudness, Ping, Pong, Target, Tree, Way, Zebra};

pub(super) fn text() -> BoxedStrategy<String> {
    vec(any::<char>(), 0..5)
        .prop_map(|chars| chars.into_iter().collect())
        .boxed()
}

pub(super) fn float() -> impl Strategy<Value = f64> {
    -1e9..1e9_f64
}

pub(super) fn way() -> impl Strategy<Value = Way> + Clone {
    prop_oneof![Just(Way::Train), Just(Way::Foot), Just(Way::Plane)]
}

pub(super) fn loudness() -> impl Strategy<Value = Loudness> + Clone {
    prop_oneof![Just(Loudness::VeryLoud), Just(Loudness::Quiet)]
}

pub(super) fn target() -> impl Strategy<Value = Target> {
    text().prop_map(|id| Target { id })
}

pub(super) fn zebra() -> impl Strategy<Value = Zebra> {
    (any::<u16>(), option::of(text()), any::<u8>(), float()).prop_map(
        |(stripes, name, legs, age)| Zebra {
            stripes,
            name,
            legs,
            age,
        },
    )
}

pub(super) fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        (any::<i32>(), option::of(any::<i32>())).prop_map(|(a, b)| Command::Add { a, b }),
        target().prop_map(Command::Del),
        Just(Command::Stop),
    ]
}

pub(super) fn adjacent() -> impl Strategy<Value = Adjacent> {
    prop_oneof![
        any::<i32>().prop_map(|n| Adjacent::Number(i64::from(n))),
        text().prop_map(|text| Adjacent::Text { text }),
        Just(Adjacent::Nothing),
    ]
}

pub(super) fn any_value() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::from),
            btree_map(text(), inner, 0..3).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
    .boxed()
}

pub(super) fn tree() -> impl Strategy<Value = Tree> {
    let leaf = any::<i32>().prop_map(|value| Tree {
        value,
        left: None,
        others: Vec::new(),
    });
    leaf.prop_recursive(3, 8, 2, |inner| {
        (any::<i32>(), option::of(inner.clone()), vec(inner, 0..2)).prop_map(
            |(value, left, others)| Tree {
                value,
                left: left.map(Box::new),
                others,
            },
        )
    })
}

pub(super) fn ping() -> impl Strategy<Value = Ping> {
    let leaf = Just(Ping { pong: None });
    leaf.prop_recursive(3, 8, 2, |inner| {
        (vec(inner, 0..2), way()).prop_map(|(pings, way)| Ping {
            pong: Some(Box::new(Pong { pings, way })),
        })
    })
}
