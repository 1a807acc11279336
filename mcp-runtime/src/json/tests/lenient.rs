//! A lenient reader reads what a strict one reads, and the same value where parts of it came as text.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::{Error, Reader, Texts};

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Nest {
    count: i64,
    small: u8,
    on: bool,
    size: f64,
    /// What is JSON text itself stays text.
    text: String,
    note: Option<f32>,
    inner: Vec<Nest>,
    by_name: BTreeMap<String, (i64, bool)>,
    shape: Shape,
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
enum Shape {
    Point,
    Round(u64),
    Rect(i32, i32),
    Named { name: String },
}

fn lenient(text: &str) -> Result<Nest, String> {
    let texts = Texts::default();
    let mut reader = Reader::lending(text, &texts).lenient();
    let read = |reader: &mut Reader<'_>| -> Result<Nest, Error> {
        let value = Nest::deserialize(&mut *reader)?;
        reader.end()?;
        Ok(value)
    };
    read(&mut reader).map_err(|error| error.to_string())
}

fn nest() -> impl Strategy<Value = Nest> {
    let shape = prop_oneof![
        Just(Shape::Point),
        any::<u64>().prop_map(Shape::Round),
        any::<(i32, i32)>().prop_map(|(width, height)| Shape::Rect(width, height)),
        ".{0,3}".prop_map(|name| Shape::Named { name }),
    ];
    let text = prop_oneof![
        ".{0,4}",
        Just("5".to_owned()),
        Just("true".to_owned()),
        Just(r#"{"count":1}"#.to_owned()),
        Just("[\"a\"]".to_owned()),
    ];
    let one = (
        (any::<i64>(), any::<u8>(), any::<bool>(), -1e9..1e9_f64),
        text,
        prop::option::of(-1e3..1e3_f32),
        prop::collection::btree_map(".{0,2}", any::<(i64, bool)>(), 0..3),
        shape,
    );
    let one = one.prop_map(
        |((count, small, on, size), text, note, by_name, shape)| Nest {
            count,
            small,
            on,
            size,
            text,
            note,
            inner: Vec::new(),
            by_name,
            shape,
        },
    );
    one.prop_recursive(4, 12, 3, |inner| {
        let outer = (inner.clone(), prop::collection::vec(inner, 0..3));
        outer.prop_map(|(outer, inner)| Nest { inner, ..outer })
    })
}

/// The same value, some of its parts as text; what is inside a part may be text in the text.
fn with_texts(value: Value, chosen: &mut impl Iterator<Item = bool>) -> Value {
    let value = match value {
        Value::Array(items) => {
            let items = items.into_iter();
            items.map(|item| with_texts(item, chosen)).collect()
        }
        Value::Object(members) => members
            .into_iter()
            .map(|(key, value)| (key, with_texts(value, chosen)))
            .collect(),
        other => other,
    };
    match value {
        Value::String(_) | Value::Null => value,
        other if chosen.next() == Some(true) => Value::String(other.to_string()),
        other => other,
    }
}

proptest! {
    #[test]
    fn parts_that_came_as_text_mean_the_same(
        nest in nest(),
        chosen in prop::collection::vec(any::<bool>(), 1..40),
    ) {
        let json = serde_json::to_string(&nest).expect("a JSON form");
        prop_assert_eq!(lenient(&json), Ok(nest.clone()));
        let value: Value = serde_json::from_str(&json).expect("JSON");
        let text = with_texts(value, &mut chosen.iter().copied().cycle()).to_string();
        prop_assert_eq!(lenient(&text), Ok(nest), "{}", text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in r#"[\[\]{}",:\\0-9a-z ]{0,40}"#) {
        let json = serde_json::json!({ "inner": text, "shape": text, "small": text }).to_string();
        prop_assert!(lenient(&json).is_err());
    }
}
