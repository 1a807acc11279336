//! Types of users, shared by the tests.

use std::collections::{BTreeMap, HashMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(super) struct Zebra {
    /// Stripes on each side.
    pub(super) stripes: u16,
    pub(super) name: Option<String>,
    #[serde(default = "four")]
    pub(super) legs: u8,
    pub(super) age: f64,
}

fn four() -> u8 {
    4
}

/// How loud.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub(super) enum Loudness {
    VeryLoud,
    Quiet,
}

/// How to travel.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub(super) enum Way {
    /// By train,
    /// the slow one.
    Train,
    Foot,
    /// By air.
    Plane,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "lowercase")]
pub(super) enum Command {
    Add { a: i32, b: Option<i32> },
    Del(Target),
    Stop,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(super) struct Target {
    pub(super) id: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(super) enum Shape {
    /// Nothing.
    Empty,
    /// Everything.
    All,
    Circle(f64),
    Box {
        w: u32,
        h: u32,
    },
    Pair(i8, String),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "value")]
pub(super) enum Adjacent {
    Number(i64),
    Text { text: String },
    Nothing,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Either {
    Id(u64),
    Name(String),
    Full { id: u64, name: String },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(super) struct Flat {
    pub(super) first: bool,
    #[serde(flatten)]
    pub(super) target: Target,
    #[serde(flatten)]
    pub(super) adjacent: Adjacent,
    #[serde(flatten)]
    pub(super) rest: BTreeMap<String, serde_json::Value>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Strict {
    pub(super) only: bool,
}

/// A tree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(super) struct Tree {
    pub(super) value: i32,
    /// Smaller ones.
    pub(super) left: Option<Box<Tree>>,
    #[serde(default)]
    pub(super) others: Vec<Tree>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(super) struct Ping {
    pub(super) pong: Option<Box<Pong>>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(super) struct Pong {
    pub(super) pings: Vec<Ping>,
    pub(super) way: Way,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(super) struct Page<T> {
    pub(super) items: Vec<T>,
    pub(super) next: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(super) struct Wrapper(pub(super) u32);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(super) struct Point(pub(super) f32, pub(super) f32);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(super) struct Odd {
    /// A format.
    pub(super) format: String,
    pub(super) title: u8,
    #[serde(rename = "$schema")]
    pub(super) schema: Option<String>,
    #[serde(rename = "const")]
    pub(super) constant: bool,
    pub(super) properties: HashMap<String, u8>,
    #[serde(rename = "$ref")]
    pub(super) reference: i64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(super) struct Nested {
    pub(super) zebra: Zebra,
    pub(super) ways: Vec<Way>,
    pub(super) loud: Option<Loudness>,
    pub(super) by_way: BTreeMap<Way, u8>,
    pub(super) by_loudness: BTreeMap<Loudness, u8>,
    pub(super) by_number: BTreeMap<u16, Zebra>,
    pub(super) tuple: (u8, Option<Way>, Target),
    pub(super) outcome: Result<u8, String>,
    pub(super) maybe: Option<Target>,
    pub(super) any: serde_json::Value,
    pub(super) range: std::ops::Range<u32>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(super) struct FlatOptions {
    pub(super) name: String,
    #[serde(flatten)]
    pub(super) target: Option<Target>,
    #[serde(flatten)]
    pub(super) shape: Option<Adjacent>,
}
