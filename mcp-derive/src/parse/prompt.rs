//! `#[mcp::prompt(..)]` on a function.

use super::function::{Shared, Surroundings};
use crate::attr;
use crate::errors::Errors;
use crate::model::{Kind, Prompt};
use proc_macro2::TokenStream;

/// The keys of `#[mcp::prompt(..)]`.
const KEYS: &[&str] = &[
    "name",
    "title",
    "description",
    "icon",
    "meta",
    "unlisted",
    "crate",
];

/// Reads the attribute and the function under it, as for a tool.
pub(super) fn prompt(
    errors: &mut Errors,
    around: Surroundings<'_>,
    attribute: TokenStream,
    item: &TokenStream,
) -> (TokenStream, Option<Prompt>) {
    let mut shared = Shared::new(around);
    let name = Kind::Prompt.attribute();
    for entry in attr::entries(errors, &name, KEYS, &mut Vec::new(), attribute) {
        shared.read(errors, &entry);
    }
    let runtime = shared.runtime.clone();
    let function = shared.function(errors, Kind::Prompt, item);
    (runtime, function.map(|function| Prompt { function }))
}
