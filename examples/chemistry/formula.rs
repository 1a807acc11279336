//! Sum formulas: `Ca(OH)2` and the like.

use crate::table::Table;
use std::collections::BTreeMap;

/// How often each element occurs.
pub(crate) type Atoms = BTreeMap<String, u32>;

/// Why a formula cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FormulaError {
    /// The element is not in the table.
    #[error("unknown element `{0}`")]
    Element(String),
    /// A character that no formula has.
    #[error("unexpected `{0}` in the formula")]
    Character(char),
    /// A bracket without its partner.
    #[error("unbalanced brackets in the formula")]
    Brackets,
    /// A number that is too large.
    #[error("a count in the formula is too large")]
    Count(#[from] std::num::ParseIntError),
    /// There is nothing.
    #[error("the formula is empty")]
    Empty,
}

/// Counts the atoms of a formula.
pub(crate) fn atoms(formula: &str, table: &Table) -> Result<Atoms, FormulaError> {
    let mut groups = vec![Atoms::new()];
    let mut rest = formula.trim();
    if rest.is_empty() {
        return Err(FormulaError::Empty);
    }
    while let Some(first) = rest.chars().next() {
        match first {
            '(' => {
                groups.push(Atoms::new());
                rest = &rest[1..];
            }
            ')' => {
                let inner = groups.pop().ok_or(FormulaError::Brackets)?;
                let outer = groups.last_mut().ok_or(FormulaError::Brackets)?;
                let (count, after) = count(&rest[1..])?;
                for (symbol, number) in inner {
                    *outer.entry(symbol).or_default() += number * count;
                }
                rest = after;
            }
            'A'..='Z' => {
                let end = rest[1..]
                    .find(|c: char| !c.is_ascii_lowercase())
                    .map_or(rest.len(), |end| end + 1);
                let (symbol, after) = rest.split_at(end);
                if table.element(symbol).is_none() {
                    return Err(FormulaError::Element(symbol.to_owned()));
                }
                let (count, after) = count(after)?;
                let group = groups.last_mut().ok_or(FormulaError::Brackets)?;
                *group.entry(symbol.to_owned()).or_default() += count;
                rest = after;
            }
            other => return Err(FormulaError::Character(other)),
        }
    }
    match (groups.pop(), groups.is_empty()) {
        (Some(atoms), true) => Ok(atoms),
        _ => Err(FormulaError::Brackets),
    }
}

/// The number at the start of `text`, one when there is none, and what follows.
fn count(text: &str) -> Result<(u32, &str), FormulaError> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    match digits {
        "" => Ok((1, rest)),
        digits => Ok((digits.parse()?, rest)),
    }
}
