//! `#[derive(mcp::Record)]`: the keys that serde gives to the fields of a type, as a constant.
//!
//! The same three stages as for functions: `parse` records faults and goes on, `check` holds the rules, `expand` cannot
//! fail. Does not know tools.

mod check;
mod expand;
mod parse;
mod serde;

use crate::errors::Errors;
use crate::model::Key;
use proc_macro2::TokenStream;
use syn::{Generics, Ident, Type};

/// The type under the derive.
struct Record {
    runtime: TokenStream,
    name: Ident,
    generics: Generics,
    form: Form,
}

enum Form {
    /// An enum: one value.
    Whole(Key),
    Fields(Vec<Field>),
}

/// A field that serde reads.
struct Field {
    ty: Type,
    keyed: Keyed,
}

enum Keyed {
    /// By a key of its own.
    Alone {
        key: Key,
        has_default: bool,
        /// Serde reads it by a function, not by its type.
        by_function: bool,
    },
    /// By the keys of its type.
    Flattened,
}

/// Implements `Record` for the item.
pub(crate) fn derive(item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let record = parse::record(&mut errors, item);
    if let Some(record) = &record {
        check::record(&mut errors, record);
    }
    match (errors.finish(), record) {
        (Ok(()), Some(record)) => expand::implementation(&record),
        (Ok(()), None) => TokenStream::new(),
        (Err(faults), None) => faults,
        (Err(faults), Some(record)) => expand::stub(&record, faults),
    }
}
