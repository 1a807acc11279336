//! JSON values made from a schema: mostly such as it admits.
//!
//! Need not be exact: what is made is judged by a validator, and a value that fits nothing is a case like any other.

use crate::choices::Choices;
use serde_json::{Map, Value, json};

/// How deep values are made before only the simplest are.
const DEEPEST: usize = 5;

const TEXTS: [&str; 14] = [
    "",
    "a",
    "b",
    "7",
    "5",
    "-1",
    "07",
    "é",
    "😀",
    "null",
    "true",
    "{\"n\":7}",
    "fast",
    "two words",
];

/// Such as match a pattern of the tests, and such as nearly do.
const PATTERNED: [&str; 17] = [
    "ABC",
    "XYZ",
    "QED",
    "AAA",
    "a",
    "ab",
    "xb",
    "7",
    "a7",
    "é",
    "xé",
    "fast",
    "two words",
    "ABCD",
    "abc",
    "ABC\n",
    "",
];

/// Keys of open objects: text, integers in several spellings, names of variants.
const KEYS: [&str; 14] = [
    "a",
    "7",
    "-1",
    "fast",
    "slow",
    "train",
    "foot",
    "07",
    "300",
    "0",
    "é",
    "1e2",
    "other",
    "170141183460469231731687303715884105728",
];

/// Makes values of one schema and its definitions.
pub(crate) struct Values<'s> {
    defs: Option<&'s Map<String, Value>>,
}

impl<'s> Values<'s> {
    pub(crate) fn new(root: &'s Value) -> Self {
        Self {
            defs: root.get("$defs").and_then(Value::as_object),
        }
    }

    /// A value for `schema`.
    pub(crate) fn of(&self, schema: &Value, choices: &mut Choices<'_>) -> Value {
        self.at(schema, choices, 0)
    }

    fn at(&self, schema: &Value, choices: &mut Choices<'_>, depth: usize) -> Value {
        let Some(schema) = schema.as_object() else {
            return any(choices, depth);
        };
        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            let definition = name
                .strip_prefix("#/$defs/")
                .and_then(|name| self.defs?.get(name));
            return definition.map_or(Value::Null, |definition| {
                self.at(definition, choices, depth + 1)
            });
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            return values[choices.below(values.len())].clone();
        }
        let mut value = None;
        if schema.contains_key("type") {
            value = Some(self.typed(schema, choices, depth));
        }
        for word in ["anyOf", "oneOf"] {
            if let Some(branches) = schema.get(word).and_then(Value::as_array) {
                // close to the bottom a branch that ends
                let ends: Vec<&Value> = branches
                    .iter()
                    .filter(|branch| branch.get("$ref").is_none())
                    .collect();
                let branch = match depth < DEEPEST || ends.is_empty() {
                    true => &branches[choices.below(branches.len())],
                    false => ends[choices.below(ends.len())],
                };
                value = Some(joined(value, self.at(branch, choices, depth + 1)));
            }
        }
        for part in schema
            .get("allOf")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            value = Some(joined(value, self.at(part, choices, depth + 1)));
        }
        value.unwrap_or_else(|| any(choices, depth))
    }

    fn typed(&self, schema: &Map<String, Value>, choices: &mut Choices<'_>, depth: usize) -> Value {
        let kind = match &schema["type"] {
            Value::Array(kinds) => kinds[choices.below(kinds.len())].as_str(),
            kind => kind.as_str(),
        };
        match kind.expect("a name of a type") {
            "object" => self.object(schema, choices, depth),
            "array" => self.array(schema, choices, depth),
            "string" => text(schema, choices),
            "integer" => integer(schema, choices),
            "number" => number(schema, choices),
            "boolean" => Value::Bool(choices.once_in(2)),
            _ => Value::Null,
        }
    }

    fn object(
        &self,
        schema: &Map<String, Value>,
        choices: &mut Choices<'_>,
        depth: usize,
    ) -> Value {
        let required: Vec<&str> = schema
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let mut object = Map::new();
        for (key, property) in schema
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            if required.contains(&key.as_str()) || (depth < DEEPEST && choices.once_in(2)) {
                object.insert(key.clone(), self.at(property, choices, depth + 1));
            }
        }
        let rest = schema
            .get("additionalProperties")
            .filter(|rest| rest.is_object());
        let more = match rest {
            Some(_) if depth < DEEPEST => choices.below(4),
            Some(_) => 0,
            None => usize::from(choices.once_in(8)),
        };
        for _ in 0..more {
            let key = choices.one_of(&KEYS);
            let value = self.at(rest.unwrap_or(&Value::Null), choices, depth + 1);
            object.insert(key.to_owned(), value);
        }
        Value::Object(object)
    }

    fn array(&self, schema: &Map<String, Value>, choices: &mut Choices<'_>, depth: usize) -> Value {
        let bound = |word: &str| {
            schema
                .get(word)
                .and_then(Value::as_u64)
                .and_then(|n| usize::try_from(n).ok())
        };
        let least = bound("minItems").unwrap_or(0);
        let most = bound("maxItems").unwrap_or(if depth < DEEPEST { least + 3 } else { least });
        let length = least + choices.below(most.saturating_sub(least) + 1);
        let items = schema.get("items").unwrap_or(&Value::Null);
        // a tuple: its types in the order of the union, which is the order in which they came first
        let union = items
            .get("anyOf")
            .and_then(Value::as_array)
            .filter(|_| bound("maxItems") == Some(least));
        (0..length)
            .map(|at| match union.and_then(|branches| branches.get(at)) {
                Some(branch) if !choices.once_in(4) => self.at(branch, choices, depth + 1),
                _ => self.at(items, choices, depth + 1),
            })
            .collect()
    }
}

/// Both, where both are objects.
fn joined(value: Option<Value>, more: Value) -> Value {
    match (value, more) {
        (Some(Value::Object(mut value)), Value::Object(more)) => {
            value.extend(more);
            Value::Object(value)
        }
        (_, more) => more,
    }
}

fn text(schema: &Map<String, Value>, choices: &mut Choices<'_>) -> Value {
    let list: &[&str] = match schema.get("format").and_then(Value::as_str) {
        Some("date-time") => &[
            "2024-02-29T12:00:00Z",
            "2024-02-29T12:00:00.5+02:00",
            "2023-02-29T12:00:00Z",
            "",
        ],
        Some("date") => &["2024-02-29", "2023-02-29", "29.2.2024"],
        Some("uuid") => &["67e55044-10b1-426f-9247-bb680e5fe0c8", "67e55044", "x"],
        Some("ipv4") => &["127.0.0.1", "127.0.0.256", "localhost"],
        Some("ipv6") => &["::1", "::g"],
        // a `char`, or nearly
        _ if schema.get("maxLength").is_some_and(|most| most == 1) => {
            &["a", "é", "😀", "\u{0}", "ab", ""]
        }
        _ if schema.get("pattern").is_some() => &PATTERNED,
        _ => &TEXTS,
    };
    json!(choices.one_of(list))
}

fn integer(schema: &Map<String, Value>, choices: &mut Choices<'_>) -> Value {
    let bound = |word: &str| schema.get(word).and_then(Value::as_i64);
    // a bound may lie between two integers
    let least = bound("minimum").or_else(|| Some(real(schema, "minimum")?.ceil() as i64));
    let most = bound("maximum").or_else(|| Some(real(schema, "maximum")?.floor() as i64));
    let least = least.unwrap_or(i64::MIN);
    let most = most
        .or_else(|| bound("exclusiveMaximum").map(|end| end - 1))
        .unwrap_or(i64::MAX);
    let number = match choices.below(6) {
        0 => 0,
        1 => 1,
        2 => least,
        3 => most,
        4 => i64::try_from(choices.below(100)).expect("small"),
        _ => {
            let range = u128::try_from(i128::from(most) - i128::from(least) + 1).expect("a range");
            let at = i128::try_from(u128::from(choices.number()) % range).expect("within it");
            i64::try_from(i128::from(least) + at).expect("within it")
        }
    };
    json!(number.clamp(least, most))
}

fn real(schema: &Map<String, Value>, word: &str) -> Option<f64> {
    schema.get(word).and_then(Value::as_f64)
}

fn number(schema: &Map<String, Value>, choices: &mut Choices<'_>) -> Value {
    let (least, most) = (real(schema, "minimum"), real(schema, "maximum"));
    if least.is_some() || most.is_some() {
        let least = least.or(most).unwrap_or(0.0);
        let most = most.unwrap_or(least + 1000.0);
        return json!(match choices.below(6) {
            0 => least,
            1 => most,
            2 => least + (most - least) / 3.0,
            3 => least - 0.125,
            4 => most + 0.125,
            _ => 1.0,
        });
    }
    any_number(choices)
}

fn any_number(choices: &mut Choices<'_>) -> Value {
    const NUMBERS: [f64; 9] = [0.0, 1.5, -0.0, 5.0, -2.25, 1e-300, 1e300, 3.4e38, 0.1];
    match choices.below(10) {
        9 => json!(f64::from_bits(choices.number())),
        at => json!(NUMBERS[at]),
    }
}

/// A value of any type.
pub(crate) fn any(choices: &mut Choices<'_>, depth: usize) -> Value {
    match choices.below(if depth < DEEPEST { 9 } else { 7 }) {
        0 => Value::Null,
        1 => json!(choices.once_in(2)),
        2 => json!(choices.below(9)),
        3 => any_number(choices),
        4 => json!(choices.one_of(&TEXTS)),
        5 => json!({}),
        6 => json!([]),
        7 => (0..choices.below(3))
            .map(|_| any(choices, depth + 1))
            .collect(),
        _ => (0..choices.below(3))
            .map(|_| (choices.one_of(&KEYS).to_owned(), any(choices, depth + 1)))
            .collect::<Map<_, _>>()
            .into(),
    }
}
