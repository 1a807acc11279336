//! Tools with the types that the cases name, as arguments and as results.
#![allow(dead_code, reason = "only the schemas are asked for")]
#![allow(
    clippy::too_many_arguments,
    clippy::type_complexity,
    clippy::boxed_local,
    reason = "so that all forms are there"
)]

use mcp::{Era, Json, Profile, Registry, Server, Service};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::num::{NonZeroI64, NonZeroU32};
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

/// How fast.
#[derive(Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mode {
    /// As fast as
    /// it goes.
    Fast,
    /// With care.
    Slow,
}

/// How loud.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Volume {
    /// In decibels.
    level: f32,
    mode: Option<Mode>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op")]
pub(crate) enum Command {
    Add { a: i32 },
    Del { id: String },
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) enum Shape {
    /// A dot.
    Point,
    Round(f64),
    Rect(u32, u32),
    Named {
        name: String,
    },
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Either {
    Id(u64),
    Name(String),
    Both { id: u64, name: String },
}

/// A tree.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Tree {
    value: i64,
    children: Vec<Tree>,
    volume: Option<Volume>,
}

/// Its members are called as words of JSON Schema are.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Odd {
    /// The format, for example `int64`.
    #[serde(default = "uint8")]
    format: String,
    #[schemars(example = &"int32", example = &"double")]
    title: String,
    #[serde(rename = "$ref")]
    reference: u8,
    #[serde(rename = "anyOf")]
    any_of: Vec<u16>,
    #[schemars(default = "words")]
    properties: Map<String, Value>,
}

fn uint8() -> String {
    "uint8".to_owned()
}

fn words() -> Value {
    serde_json::json!({"format": "float", "const": null, "nullable": true, "type": ["null", "string"]})
}

/// In the order in which they are declared, which is that of no alphabet.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Ordered {
    zebra: u8,
    apple: Option<u8>,
    mango: Vec<u8>,
    #[serde(rename = "Banana")]
    banana: u8,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Flat {
    first: bool,
    #[serde(flatten)]
    volume: Volume,
    #[serde(flatten)]
    rest: BTreeMap<String, u32>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "A page of things")]
pub(crate) struct Page<T> {
    items: Vec<T>,
    next: Option<T>,
}

macro_rules! fixture {
    ($($(#[$meta:meta])* $name:ident($($(#[$($of:tt)*])* $key:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        $(
            $(#[$meta])*
            #[mcp::tool(unlisted, inline)]
            fn $name($($(#[$($of)*])* $key: $type),*) $(-> $result)? {
                $(let _ = $key;)*
                panic!("only its schemas are asked for")
            }
        )*

        pub(crate) fn tools() -> Registry {
            mcp::tools![$($name),*]
        }
    };
}

fixture! {
    numbers(
        a: u8, b: u16, c: u32, d: u64, e: usize, f: i128, g: u128, h: NonZeroU32, i: f32, j: f64, k: char, l: Vec<u8>,
        m: Option<u32>, n: Range<usize>, o: NonZeroI64, p: HashMap<u64, i8>
    ) -> BTreeMap<String, Option<f32>>;
    formats(at: chrono::DateTime<chrono::FixedOffset>, id: uuid::Uuid, ip: std::net::Ipv4Addr, any_ip: std::net::IpAddr)
        -> chrono::NaiveDate;
    arrays(
        pair: (i32, String), json: Vec<Value>, bytes: [u8; 3], names: HashSet<String>, lists: Vec<Vec<i32>>,
        nested: Option<(u8, Vec<Option<(bool, Value)>>)>, empty: [u8; 0], shape: Shape, tree: Tree
    ) -> Vec<(u8, Option<Value>)>;
    put(key: String, value: Value) -> Value;
    json(
        maybe: Option<Value>, members: Map<String, Value>, text: Box<serde_json::value::RawValue>
    ) -> Map<String, Value>;
    run(cmd: Command) -> Command;
    options(text: Option<String>, mode: Option<Mode>, record: Option<Volume>, list: Option<Vec<Option<u8>>>, tree: Option<Tree>)
        -> Option<Volume>;
    enums(mode: Mode, shape: Shape, either: Either, modes: Vec<Mode>, by_mode: HashMap<Mode, u8>) -> Shape;
    unions(either: Either) -> Either;
    mode() -> Mode;
    /// Plays it twice.
    play(
        /// Volume of the first pass.
        first: Volume,
        /// Volume of the second pass.
        second: Volume,
        /// Mode of both.
        mode: Mode,
        /// Where it ends.
        tree: Tree,
        plain: Volume
    ) -> Volume;
    grow(tree: Tree) -> Tree;
    forest(trees: Vec<Tree>, by_name: BTreeMap<String, Tree>) -> Json<Vec<Tree>>;
    odd(#[arg(default = "int64")] format: String, odd: Odd) -> Odd;
    ordered(zebra: u8, apple: Option<u8>, mango: Ordered, banana: u8) -> Ordered;
    flat(flat: Flat) -> Flat;
    pages(page: Page<Mode>, trees: Page<Tree>) -> Page<Volume>;
    now() -> String;
    nothing();
    #[doc = "Both names are words of Rust."]
    r#type(r#fn: u8, r#match: Option<u8>);
    ids() -> Json<Vec<u32>>;
    bare_ids() -> Vec<u32>;
    texts(cow: Cow<'_, str>, path: PathBuf, letter: char, boxed: Box<str>) -> BTreeSet<char>;
    times(duration: Duration, outcome: Result<u8, String>) -> Duration;
}

/// Hints that are `false`, and none.
mod hints {
    #[mcp::tool(
        unlisted,
        read_only = false,
        destructive = false,
        idempotent = false,
        open_world = false
    )]
    pub(super) fn all_false() {}

    #[mcp::tool(unlisted)]
    pub(super) fn unset() {}
}

pub(crate) fn hints() -> Registry {
    mcp::tools![hints::all_false, hints::unset]
}

pub(crate) fn service(profile: Profile) -> Service {
    Server::new("demo", "1.0.0")
        .tools(tools())
        .profile(profile)
        .build()
        .expect("a sound server")
}

/// The tools as a client of `era` sees them.
pub(crate) fn listed(profile: Profile, era: Era) -> Vec<Value> {
    let list: Value = serde_json::from_str(&service(profile).tools_json(era)).expect("JSON");
    list["tools"].as_array().expect("tools").clone()
}

/// Every schema that is published, with the tool it belongs to: for arguments and results, to both eras.
pub(crate) fn published(profile: Profile) -> Vec<(String, Value)> {
    let tools = [Era::Legacy, Era::Modern].into_iter().flat_map(|era| {
        listed(profile, era).into_iter().flat_map(move |tool| {
            ["inputSchema", "outputSchema"]
                .into_iter()
                .filter_map(move |word| {
                    let name = tool["name"].as_str().expect("a name");
                    Some((format!("{name}, {word}, {era:?}"), tool.get(word)?.clone()))
                })
        })
    });
    let found: Vec<_> = tools.collect();
    assert!(
        found.len() > 60,
        "the test must see the schemas, it saw {}",
        found.len()
    );
    found
}

/// The schema of one argument.
pub(crate) fn argument(tool: &str, key: &str) -> Value {
    input(tool)["properties"][key].clone()
}

/// The input schema of a tool, in the plain profile.
pub(crate) fn input(tool: &str) -> Value {
    find(tool, Era::Modern)["inputSchema"].clone()
}

/// The output schema of a tool, in the plain profile.
pub(crate) fn output(tool: &str, era: Era) -> Option<Value> {
    find(tool, era).get("outputSchema").cloned()
}

fn find(tool: &str, era: Era) -> Value {
    listed(Profile::Plain, era)
        .into_iter()
        .find(|listed| listed["name"] == tool)
        .expect("the tool")
}
