//! Types of users: every form that serde gives to records and enums.
#![allow(dead_code, reason = "shown by `Debug`")]

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// How fast, without a word on the variants.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
    mcp::Record,
)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mode {
    Fast,
    Slow,
}

/// How to travel.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Way {
    /// By train,
    /// the slow one.
    Train,
    OnFoot,
    /// By air.
    #[serde(rename = "plane!")]
    Plane,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, mcp::Record)]
pub(crate) struct Nothing;

fn four() -> u8 {
    4
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, mcp::Record)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Passenger {
    first_name: String,
    /// In years.
    age: u8,
    #[serde(rename = "type")]
    kind: Option<Mode>,
    #[serde(default = "four")]
    seats_taken: u8,
    #[serde(default)]
    bags: Vec<Option<f32>>,
    #[serde(skip)]
    secret: u8,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema, mcp::Record)]
#[serde(default)]
pub(crate) struct Settings {
    depth: u16,
    name: String,
    limit: Option<i64>,
    inner: Vec<Settings>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, mcp::Record)]
#[serde(deny_unknown_fields)]
pub(crate) struct Strict {
    only: bool,
    #[serde(default)]
    also: Option<Box<Strict>>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, mcp::Record)]
pub(crate) struct Trip {
    passengers: Vec<Passenger>,
    ways: BTreeMap<String, Way>,
    home: Option<Place>,
    pair: (Way, Option<u8>),
    at: [Place; 2],
    strict: Strict,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, mcp::Record)]
pub(crate) struct Place {
    x: f64,
    y: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Flat {
    first: bool,
    #[serde(flatten)]
    place: Place,
    #[serde(flatten)]
    shape: Adjacent,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct FlatMap {
    id: u16,
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct FlatOption {
    name: String,
    #[serde(flatten)]
    place: Option<Place>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct FlatStrict {
    name: String,
    #[serde(flatten)]
    command: Command,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Wrapper(pub(crate) u32);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Name(String);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct Transparent {
    only: Vec<Wrapper>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Three(u8, String, Option<bool>);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) enum Shape {
    Point,
    /// All of it.
    Everything,
    Round(u64),
    Rect(i32, i32),
    Named {
        name: String,
        of: Option<Box<Shape>>,
    },
    Maybe(Option<u8>),
    Empty {},
    List(Vec<Mode>),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case")]
pub(crate) enum Command {
    Add { a: i32, b: Option<i32> },
    MoveTo(Place),
    Stop,
    Deep { inner: Vec<Command> },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", deny_unknown_fields)]
pub(crate) enum StrictCommand {
    Add { a: i32 },
    Stop {},
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "value")]
pub(crate) enum Adjacent {
    Number(i64),
    Text { text: String },
    Pair(u8, bool),
    Nothing,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, mcp::Record)]
#[serde(untagged)]
pub(crate) enum Either {
    Id(u32),
    Name(String),
    Full { id: u32, name: String },
    Pair(bool, bool),
    Nothing,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Odd {
    /// A format.
    format: String,
    title: u8,
    #[serde(rename = "$schema")]
    schema: Option<String>,
    #[serde(rename = "const")]
    constant: bool,
    properties: HashMap<String, u8>,
    #[serde(rename = "$ref")]
    reference: i8,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, mcp::Record)]
/// A tree.
pub(crate) struct Tree {
    value: i32,
    /// Smaller ones.
    left: Option<Box<Tree>>,
    #[serde(default)]
    others: Vec<Tree>,
    named: Option<BTreeMap<String, Tree>>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Ping {
    pong: Option<Box<Pong>>,
    n: u8,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Pong {
    pings: Vec<Ping>,
    way: Way,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) enum Term {
    Number(f64),
    Negated(Box<Term>),
    Sum(Vec<Term>),
    Let { name: String, is: Arc<Term> },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, mcp::Record)]
pub(crate) struct Page<T> {
    items: Vec<T>,
    next: Option<T>,
    first: Box<T>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, mcp::Record)]
pub(crate) struct Maps {
    by_name: BTreeMap<String, Option<u8>>,
    by_number: BTreeMap<u16, Place>,
    by_mode: BTreeMap<Mode, u8>,
    by_way: Option<HashMap<Way, Vec<i8>>>,
    names: BTreeSet<String>,
}

/// Written in another way than it is read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct OneSided {
    #[serde(rename(serialize = "out", deserialize = "in"))]
    way: Way,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(default, skip_deserializing)]
    made: u8,
    #[serde(default, skip_serializing)]
    taken: u8,
    null: Option<Place>,
}
