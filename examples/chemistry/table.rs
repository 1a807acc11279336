//! The periodic table and a list of molecules, read from `examples/data/`.

use schemars::JsonSchema;
use serde::Serialize;

/// A chemical element.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Element {
    /// The atomic number.
    pub(crate) number: u8,
    /// The symbol, such as `Na`.
    pub(crate) symbol: String,
    /// The English name.
    pub(crate) name: String,
    /// The atomic mass in u.
    pub(crate) mass: f64,
    /// The electronegativity after Pauling, where there is one.
    pub(crate) electronegativity: Option<f64>,
}

/// A molecule that is known by name.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Molecule {
    /// The trivial name.
    pub(crate) name: String,
    /// The sum formula.
    pub(crate) formula: String,
    /// The structure as SMILES.
    pub(crate) smiles: String,
    /// The boiling point at 1 atm in °C, where the molecule survives boiling.
    pub(crate) boiling_point: Option<f64>,
}

/// What the tools look things up in.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) elements: Vec<Element>,
    pub(crate) molecules: Vec<Molecule>,
}

impl Table {
    /// Reads the data that were compiled in.
    pub(crate) fn load() -> Self {
        let elements = include_str!("../data/elements.csv").lines().skip(1);
        let molecules = include_str!("../data/molecules.tsv").lines().skip(1);
        Self {
            elements: elements.filter_map(element).collect(),
            molecules: molecules.filter_map(molecule).collect(),
        }
    }

    pub(crate) fn element(&self, symbol: &str) -> Option<&Element> {
        self.elements
            .iter()
            .find(|element| element.symbol == symbol)
    }
}

fn element(line: &str) -> Option<Element> {
    let mut cells = line.split(',');
    Some(Element {
        number: cells.next()?.parse().ok()?,
        symbol: cells.next()?.to_owned(),
        name: cells.next()?.to_owned(),
        mass: cells.next()?.parse().ok()?,
        electronegativity: cells.next()?.parse().ok(),
    })
}

fn molecule(line: &str) -> Option<Molecule> {
    let mut cells = line.split('\t');
    Some(Molecule {
        name: cells.next()?.to_owned(),
        formula: cells.next()?.to_owned(),
        smiles: cells.next()?.to_owned(),
        boiling_point: cells.next()?.parse().ok(),
    })
}
