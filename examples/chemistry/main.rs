//! A server for a small laboratory: tools of every kind over real data.
//!
//! Shows state lent by reference, records in and out, enums, options, defaults, renamed keys,
//! patterns, errors, pictures and links, sync and async functions, cancellation.

mod formula;
mod table;

use formula::FormulaError;
use mcp::{Content, Context, Json, ResourceLink};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Duration;
use table::{Element, Molecule, Table};

/// Finds an element by its symbol.
#[mcp::tool(title = "Element", read_only, open_world = false)]
fn element(
    table: &Table,
    /// The symbol, such as `Na`.
    symbol: &str,
) -> Result<Element, FormulaError> {
    let found = table.element(symbol);
    found
        .cloned()
        .ok_or_else(|| FormulaError::Element(symbol.to_owned()))
}

/// Searches the elements by a part of the name.
#[mcp::tool(read_only)]
fn search_elements(
    table: &Table,
    /// A part of the English name, in any case.
    part: String,
    /// The most elements to return.
    #[arg(default = 5)]
    limit: usize,
    /// The lightest atomic mass, in u.
    min_mass: Option<f64>,
) -> Vec<Element> {
    let part = part.to_lowercase();
    let heavy = |element: &&Element| min_mass.is_none_or(|mass| element.mass >= mass);
    let named = |element: &&Element| element.name.to_lowercase().contains(&part);
    table
        .elements
        .iter()
        .filter(heavy)
        .filter(named)
        .take(limit)
        .cloned()
        .collect()
}

/// Computes the molar mass of a compound in g/mol.
///
/// Brackets may be nested: `Ca(OH)2`, `Fe4(Fe(CN)6)3`.
#[mcp::tool(read_only, idempotent)]
fn molar_mass(
    table: &Table,
    /// The sum formula.
    formula: &str,
) -> Result<f64, FormulaError> {
    let atoms = formula::atoms(formula, table)?;
    let mass = |symbol: &str| table.element(symbol).map_or(0.0, |element| element.mass);
    Ok(atoms
        .iter()
        .map(|(symbol, count)| mass(symbol) * f64::from(*count))
        .sum())
}

/// Counts the atoms of each element in a formula.
#[mcp::tool(read_only)]
fn atoms(table: &Table, formula: String) -> Result<BTreeMap<String, u32>, FormulaError> {
    formula::atoms(&formula, table)
}

/// A temperature scale.
#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Scale {
    /// Degrees Celsius.
    Celsius,
    /// Kelvin.
    Kelvin,
    /// Degrees Fahrenheit.
    Fahrenheit,
}

/// Converts a temperature.
#[mcp::tool(read_only, inline)]
const fn convert_temperature(
    value: f64,
    from: Scale,
    /// The scale of the result.
    #[arg(default = Scale::Kelvin)]
    to: Scale,
) -> f64 {
    let kelvin = match from {
        Scale::Celsius => value + 273.15,
        Scale::Kelvin => value,
        Scale::Fahrenheit => (value - 32.0) / 1.8 + 273.15,
    };
    match to {
        Scale::Celsius => kelvin - 273.15,
        Scale::Kelvin => kelvin,
        Scale::Fahrenheit => (kelvin - 273.15) * 1.8 + 32.0,
    }
}

/// A solution of one substance.
#[derive(Deserialize, Serialize, JsonSchema)]
struct Solution {
    /// Volume in litres.
    volume: f64,
    /// Concentration in mol/l.
    concentration: f64,
}

/// Mixes solutions of the same substance.
#[mcp::tool(read_only)]
fn mix(
    /// What is poured together.
    solutions: Vec<Solution>,
) -> Result<Solution, &'static str> {
    let volume: f64 = solutions.iter().map(|solution| solution.volume).sum();
    if volume <= 0.0 {
        return Err("there is nothing to mix");
    }
    let amount: f64 = solutions.iter().map(|s| s.volume * s.concentration).sum();
    Ok(Solution {
        volume,
        concentration: amount / volume,
    })
}

/// Computes the fourth quantity of an ideal gas from three.
///
/// Leave out the one that you want to know. The answer is in the same unit.
#[mcp::tool(read_only)]
fn ideal_gas(
    /// Pressure in Pa.
    #[arg(name = "p")]
    pressure: Option<f64>,
    /// Volume in m³.
    #[arg(name = "V")]
    volume: Option<f64>,
    /// Amount in mol.
    #[arg(name = "n")]
    amount: Option<f64>,
    /// Temperature in K.
    #[arg(name = "T")]
    temperature: Option<f64>,
) -> Result<f64, String> {
    const R: f64 = 8.314_462_618;
    match (pressure, volume, amount, temperature) {
        (None, Some(v), Some(n), Some(t)) => Ok(n * R * t / v),
        (Some(p), None, Some(n), Some(t)) => Ok(n * R * t / p),
        (Some(p), Some(v), None, Some(t)) => Ok(p * v / (R * t)),
        (Some(p), Some(v), Some(n), None) => Ok(p * v / (n * R)),
        _ => Err("give exactly three of p, V, n and T".to_owned()),
    }
}

/// Tells how polar the bond between two elements is, as the difference of electronegativities.
#[mcp::tool(read_only)]
fn bond_polarity(
    table: &Table,
    /// The symbols of the two elements.
    (first, second): (String, String),
) -> Result<f64, FormulaError> {
    let negativity = |symbol: String| {
        let element = table
            .element(&symbol)
            .and_then(|element| element.electronegativity);
        element.ok_or(FormulaError::Element(symbol))
    };
    Ok((negativity(first)? - negativity(second)?).abs())
}

/// Finds a molecule by its trivial name.
#[mcp::tool(read_only)]
fn molecule(table: &Table, name: &str) -> Option<Molecule> {
    table
        .molecules
        .iter()
        .find(|molecule| molecule.name == name)
        .cloned()
}

/// Lists the names of all molecules that are known.
#[mcp::tool(read_only)]
fn molecules(table: &Table) -> Json<Vec<String>> {
    Json(
        table
            .molecules
            .iter()
            .map(|molecule| molecule.name.clone())
            .collect(),
    )
}

/// Draws the masses of the elements of a formula as bars, an SVG picture.
#[mcp::tool(read_only)]
fn draw_composition(table: &Table, formula: String) -> Result<Vec<Content>, FormulaError> {
    let atoms = formula::atoms(&formula, table)?;
    let mut svg =
        String::from(r#"<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100">"#);
    for (row, (symbol, count)) in atoms.iter().enumerate() {
        let mass = table.element(symbol).map_or(0.0, |element| element.mass) * f64::from(*count);
        svg.push_str(&format!(
            r#"<rect y="{}" width="{mass:.0}" height="10"/>"#,
            row * 12
        ));
    }
    svg.push_str("</svg>");
    let caption = format!("Masses in {formula}");
    Ok(vec![
        Content::text(caption),
        Content::image(svg, "image/svg+xml"),
    ])
}

/// Links to the safety data sheet of a molecule.
#[mcp::tool(read_only, open_world)]
fn safety_sheet(name: String) -> ResourceLink {
    ResourceLink::new(format!("sheet:///{name}"), name).mime_type("application/pdf")
}

/// Lets a mixture react for some time and tells how much is left, in per cent.
#[mcp::tool]
async fn react(
    /// The half-life in milliseconds.
    half_life: f64,
    /// How long to wait, in milliseconds.
    time: u64,
) -> f64 {
    tokio::time::sleep(Duration::from_millis(time)).await;
    100.0 * 0.5_f64.powf(time as f64 / half_life)
}

/// Counts how often a particle decays in a number of trials.
///
/// Stops early when the caller loses interest.
#[mcp::tool(read_only)]
fn decays(
    ctx: &Context,
    /// How often to try.
    #[arg(default = 1000)]
    trials: u64,
) -> u64 {
    // A small generator of numbers that look random, the same at each call.
    let mut state: u64 = 42;
    let mut decays = 0;
    for _ in 0..trials {
        if ctx.is_cancelled() {
            break;
        }
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        decays += state >> 63;
    }
    decays
}

/// Forgets all measurements of this session.
#[mcp::tool(destructive, idempotent)]
fn clear() {}

fn main() -> ExitCode {
    mcp::server!()
        .title("Chemistry")
        .instructions("Formulas are sum formulas such as Ca(OH)2; masses are in u or g/mol.")
        .state(Table::load())
        .run()
}
