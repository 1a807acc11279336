//! Small changes to a value, such as a careless caller makes.

use crate::choices::Choices;
use crate::values;
use serde_json::{Map, Value, json};

/// Changes `value` at one place.
pub(crate) fn change(value: &mut Value, choices: &mut Choices<'_>) {
    let mut places = vec![String::new()];
    all_places(value, "", &mut places);
    let place = places.swap_remove(choices.below(places.len()));
    let node = value.pointer_mut(&place).expect("a place that was found");
    match choices.below(10) {
        0 => *node = Value::Null,
        1 | 2 => swap_type(node, choices),
        3 => *node = json!([node.take()]),
        4 => {
            *node =
                json!({ *choices.one_of(&["n", "a", "7", "fast", "Point", "Round"]): node.take() })
        }
        5 => *node = values::any(choices, 3),
        6 | 7 => change_members(node, choices),
        _ => step_over_a_bound(node, choices),
    }
}

/// The same, as a value of another type.
fn swap_type(node: &mut Value, choices: &mut Choices<'_>) {
    *node = match node.take() {
        Value::String(text) => match choices.below(3) {
            0 => text.parse::<i64>().map_or(Value::Null, Value::from),
            1 => json!({ text: null }),
            _ => json!(text.chars().collect::<Vec<_>>()),
        },
        Value::Object(members) => match choices.below(3) {
            0 => json!(Value::Object(members).to_string()),
            1 => members.into_iter().map(|(_, value)| value).collect(),
            _ => members
                .into_iter()
                .next()
                .map_or(Value::Null, |(key, _)| json!(key)),
        },
        Value::Array(items) => match choices.below(2) {
            0 => json!(Value::Array(items).to_string()),
            _ => (0..)
                .zip(items)
                .map(|(at, item): (i32, _)| (at.to_string(), item))
                .collect::<Map<_, _>>()
                .into(),
        },
        other => json!(other.to_string()),
    };
}

fn change_members(node: &mut Value, choices: &mut Choices<'_>) {
    match node {
        Value::Object(members) if !members.is_empty() => {
            let key = members
                .keys()
                .nth(choices.below(members.len()))
                .expect("a member")
                .clone();
            match choices.below(4) {
                0 => drop(members.shift_remove(&key)),
                1 => {
                    let value = members.shift_remove(&key).expect("a member");
                    members.insert(format!("{key}s"), value);
                }
                2 => drop(members.insert(key, Value::Null)),
                _ => drop(members.insert("an extra one".to_owned(), values::any(choices, 4))),
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let at = choices.below(items.len());
            match choices.below(4) {
                0 => drop(items.remove(at)),
                1 => items.push(items[at].clone()),
                2 => items.push(values::any(choices, 4)),
                _ => items.swap(0, at),
            }
        }
        Value::Object(members) => drop(members.insert("an extra one".to_owned(), json!(1))),
        Value::Array(items) => items.push(values::any(choices, 4)),
        other => swap_type(other, choices),
    }
}

fn step_over_a_bound(node: &mut Value, choices: &mut Choices<'_>) {
    const NUMBERS: [f64; 12] = [
        0.5,
        -1.0,
        128.0,
        256.0,
        -129.0,
        65536.0,
        4294967296.0,
        -2147483649.0,
        1e19,
        1e39,
        -1e300,
        1e-9,
    ];
    match node {
        Value::Number(number) => {
            *node = match choices.below(3) {
                0 => number
                    .as_i64()
                    .and_then(|number| number.checked_add(1))
                    .map_or(json!(u64::MAX), Value::from),
                1 => number
                    .as_i64()
                    .and_then(|number| number.checked_sub(1))
                    .map_or(json!(i64::MIN), Value::from),
                _ => json!(NUMBERS[choices.below(NUMBERS.len())]),
            }
        }
        Value::String(text) => text.push('x'),
        Value::Bool(value) => *value = !*value,
        other => change_members(other, choices),
    }
}

fn all_places(value: &Value, at: &str, places: &mut Vec<String>) {
    for (key, child) in children(value) {
        let at = format!("{at}/{key}");
        places.push(at.clone());
        all_places(child, &at, places);
    }
}

/// The values inside a value, by the last step of their JSON pointers.
pub(crate) fn children(value: &Value) -> Vec<(String, &Value)> {
    match value {
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| (key.replace('~', "~0").replace('/', "~1"), value))
            .collect(),
        Value::Array(items) => (0_usize..)
            .map(|index| index.to_string())
            .zip(items)
            .collect(),
        _ => Vec::new(),
    }
}
