//! Tools of every kind.

use protocol::Context;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// What the server lends.
#[derive(Debug)]
pub struct Rows(BTreeMap<u32, String>);

impl Rows {
    /// So many rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A point.
#[derive(Clone, Copy, Debug, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Upward.
    pub y: f64,
}

/// What a search may be told.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema, protocol::Record)]
#[record(crate = ::protocol)]
#[serde(rename_all = "kebab-case")]
pub struct Filter<T> {
    /// How far.
    #[serde(default)]
    pub within_km: u32,
    /// Where from.
    #[serde(flatten)]
    pub point: Place,
    /// What kind.
    pub kind: Option<T>,
}

/// A place.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema, protocol::Record)]
#[record(crate = ::protocol)]
pub struct Place {
    /// To the east.
    pub x: f64,
}

/// An order.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema, protocol::Record)]
#[record(crate = ::protocol)]
pub enum Order {
    /// The nearest first.
    Near,
}

/// Searches.
#[protocol::tool(crate = ::protocol)]
#[must_use]
pub fn search(
    #[arg(unroll)] Filter { within_km, .. }: Filter<String>,
    #[arg(unroll)] _: Order,
) -> u32 {
    within_km
}

/// A text of the crate's own.
#[derive(Debug, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
pub struct Letters {
    /// One by one.
    pub letters: Vec<char>,
}

/// What can go wrong.
#[derive(Debug)]
pub struct Lost(u32);

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} is lost", self.0)
    }
}

impl std::error::Error for Lost {}

/// Adds two integers.
#[protocol::tool(crate = ::protocol, title = "Add", read_only, idempotent, open_world = false, destructive = false)]
#[must_use]
pub fn add(
    rows: &Rows,
    /// The first addend.
    a: i64,
    /// The second addend.
    #[arg(default = -1, description = "Another addend.")]
    b: i64,
) -> i64 {
    a.saturating_add(b) + i64::from(!rows.is_empty())
}

/// Can be called at compile time.
#[protocol::tool(crate = ::protocol)]
#[must_use]
pub const fn half(whole: u8) -> u8 {
    whole / 2
}

/// Finds a row.
///
/// # Errors
///
/// When it is lost.
#[protocol::tool(crate = ::protocol)]
pub async fn find(
    rows: &Rows,
    context: &Context,
    other: Option<&Point>,
    /// Its number.
    id: u32,
    #[arg(default = "any")] kind: &str,
    tags: &[String],
    note: Option<&str>,
) -> Result<Point, Lost> {
    std::future::ready(()).await;
    let _ = (context, kind, tags, note);
    match (rows.is_empty(), other) {
        (false, Some(point)) => Ok(*point),
        _ => Err(Lost(id)),
    }
}

/// Measures a line.
#[protocol::tool(crate = protocol, inline)]
pub(crate) fn measure(
    Point { x, y }: Point,
    (from, to): (f64, f64),
    _: Option<u8>,
    #[arg(default)] scale: f32,
    #[cfg(test)] _in_tests: bool,
    #[cfg(not(test))] _otherwise: u8,
) -> f64 {
    (to - from).hypot(x - y) * f64::from(scale)
}

/// Paints a picture with a name that is not the function's.
#[protocol::tool(crate = ::protocol, name = "paint")]
#[allow(clippy::implicit_hasher)]
#[must_use]
pub fn r#fn(r#type: Cow<'_, str>, colours: &[HashMap<String, u8>]) -> Option<String> {
    colours.first().map(|_| r#type.into_owned())
}

/// Builds.
#[protocol::tool(crate = ::protocol)]
#[allow(
    unused_qualifications,
    reason = "the prelude of edition 2021 has no `Future`"
)]
pub fn build<'a>(
    rows: &'a Rows,
    #[arg(flag, long = "verbose", short = 'v')] verbose: bool,
    #[arg(flag = "no-clean")] clean: bool,
    #[arg(header = "Region")] region: &'a str,
    #[cfg(test)]
    #[arg(flag, short = 't')]
    _in_tests: bool,
) -> impl std::future::Future<Output = Result<String, Lost>> + Send + 'a {
    std::future::ready(if rows.is_empty() {
        Err(Lost(0))
    } else {
        Ok(format!("{verbose} {clean} {region}"))
    })
}

/// Builds in a box.
#[protocol::tool(crate = ::protocol)]
#[must_use]
#[allow(
    unused_qualifications,
    reason = "the prelude of edition 2021 has no `Future`"
)]
pub fn boxed(id: u32) -> std::pin::Pin<Box<dyn std::future::Future<Output = u32> + Send>> {
    Box::pin(std::future::ready(id))
}

/// An old one.
#[protocol::tool(crate = ::protocol)]
#[deprecated = "use another"]
pub fn old() {}

/// A schema by hand.
pub const SCHEMA: &str = r#"{"type":"object","properties":{"point":{}}}"#;

/// Shows a point.
#[must_use]
pub fn shown(point: &Point) -> String {
    format!("{} {}", point.x, point.y)
}

/// Shows a point, later.
///
/// # Errors
///
/// When it is lost.
#[allow(clippy::unused_async)]
pub async fn shown_later(point: &Point) -> Result<String, Lost> {
    if point.x < 0.0 {
        return Err(Lost(1));
    }
    Ok(shown(point))
}

/// Gives a point back in several forms.
#[protocol::tool(
    crate = ::protocol,
    lenient,
    requires(elicitation(form, url), roots),
    render(plain = shown, later = shown_later),
    input_schema = SCHEMA
)]
#[allow(clippy::unused_async)]
pub async fn rendered(point: Point) -> Point {
    point
}

/// Gives a point back at once.
#[protocol::tool(crate = ::protocol, inline, render(plain = shown), output_schema = SCHEMA)]
#[must_use]
pub const fn rendered_at_once(point: Point) -> Point {
    point
}

/// Not in the registry.
#[protocol::tool(crate = ::protocol, unlisted)]
#[must_use]
pub fn unlisted(#[allow(unused)] call: u8, value: u8) -> u8 {
    value
}

/// Has a tool inside.
pub fn outside() {
    #[protocol::tool(crate = ::protocol)]
    fn within(probe: u8) -> Vec<u8> {
        vec![probe]
    }
}

/// Completes.
async fn languages(typed: &str, context: &protocol::CompletionContext) -> Vec<String> {
    std::future::ready(()).await;
    let _ = context.argument("topic");
    vec![typed.to_owned()]
}

/// Asks.
#[protocol::prompt(crate = ::protocol, title = "Ask")]
#[must_use]
pub fn ask(
    rows: &Rows,
    /// About what.
    topic: &str,
    #[arg(complete = languages)] language: Option<&str>,
    #[arg(default = 3, name = "many")] r#fn: u8,
    #[cfg(not(test))] _otherwise: bool,
) -> protocol::PromptMessage {
    protocol::PromptMessage::user(format!("{topic}{language:?}{}{}", r#fn, rows.len()))
}

/// Reads a row.
///
/// # Errors
///
/// When it is lost.
#[protocol::resource("rows:///{id}{?kind}", crate = ::protocol, mime = "text/plain", annotations(audience = "user", priority = 0.5))]
pub async fn row(rows: &Rows, id: u32, kind: Option<String>) -> Result<Option<String>, Lost> {
    std::future::ready(()).await;
    match kind {
        Some(_) => Err(Lost(id)),
        None => Ok(rows.0.get(&id).cloned()),
    }
}

/// Not in the registry.
#[protocol::resource("rows://all", crate = ::protocol, unlisted)]
#[must_use]
pub const fn all_rows() -> &'static [u8] {
    b"all"
}

/// A value with tools.
#[derive(Debug)]
pub struct Shop<'a> {
    /// What it is called.
    pub name: Cow<'a, str>,
}

/// A shop sells by name.
#[protocol::tool(crate = ::protocol, parts = [stock])]
impl<'a> Shop<'a> {
    /// Makes one.
    #[must_use]
    pub const fn new(name: Cow<'a, str>) -> Self {
        Self { name }
    }

    /// Sells something.
    #[tool(read_only)]
    #[must_use]
    pub fn sell(
        &self,
        /// Which.
        what: &str,
        #[arg(default = 1)] amount: u32,
    ) -> String {
        format!("{amount} {what} of {}", self.name)
    }

    #[tool(inline)]
    #[deprecated = "use another"]
    fn hours() -> u8 {
        8
    }

    /// Asks for something.
    #[prompt]
    fn order(&self, #[arg(complete = Self::goods)] what: String) -> String {
        what + &self.name
    }

    /// Shows something.
    #[protocol::resource("shop://{what}")]
    #[must_use]
    pub fn shown(&self, #[arg(complete = Self::goods)] what: &str) -> Option<String> {
        (what == "all").then(|| self.name.to_string())
    }

    fn goods(_: &str) -> [&'static str; 1] {
        ["all"]
    }
}

#[protocol::tool(crate = ::protocol, part = stock)]
impl Shop<'_> {
    /// Counts.
    ///
    /// # Errors
    ///
    /// Always.
    #[protocol::tool]
    #[cfg(not(any()))]
    #[allow(clippy::unused_async)]
    pub async fn stock(&self) -> Result<u32, String> {
        Err(self.name.to_string())
    }
}

/// One of many.
#[derive(Debug)]
pub struct Shelf<T, const N: usize> {
    items: [T; N],
}

#[protocol::tool(crate = ::protocol)]
impl<T: Clone, const N: usize> Shelf<T, N>
where
    T: ToString,
{
    #[tool]
    #[allow(clippy::unused_async)]
    async fn item(&self, place: usize) -> Option<String> {
        self.items.get(place).map(ToString::to_string)
    }

    #[tool(unlisted)]
    #[allow(dead_code)]
    pub(crate) fn size() -> usize {
        N
    }
}
