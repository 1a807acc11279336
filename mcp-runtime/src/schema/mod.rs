//! JSON Schema of tools: what a client is told about arguments and results.
//!
//! Joins the schemas of types (from `schemars`) into one text for a tool, and brings that
//! text into a [`Profile`]. Does not know what a tool, a server or a message is: it is
//! given properties and types and gives back text.
//!
//! Invariant: every text made here stands alone. Each `$ref` in it resolves inside it.
//!
//! Spec: MCP 2026-07-28, server/tools, "Tool"; JSON Schema 2020-12.

#[cfg(feature = "validate")]
mod checked;
mod closed;
mod constraints;
mod document;
mod error;
mod given;
mod hand;
mod header;
mod object;
mod output;
mod plain;
mod record;
mod refuse;
mod text;
mod types;
mod unroll;
mod walk;
pub(crate) mod words;

#[cfg(test)]
mod tests;

#[cfg(feature = "validate")]
pub(crate) use checked::checked;
pub use constraints::Constraints;
pub use error::SchemaError;
pub use given::{given_input, given_output};
pub use hand::{ObjectSchema, Type};
pub use object::{Property, object, open_object};
pub use output::{OutputSchema, output};
pub(crate) use record::Form;
pub use record::Record;
#[doc(hidden)]
pub use record::{Field, Member, NotReadable, Reading, Reads, Shape};
pub use text::Text;
pub(crate) use text::same;
pub use types::TypeSchema;

/// How much of JSON Schema the published schemas use.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// The part that the clients and model interfaces in use accept: no `$ref` unless a type
    /// is recursive, no `null` for something optional, no numeric `format`, no `const`, `items`
    /// in every array, no `true` or `false` in the place of a schema.
    #[default]
    Plain,
    /// JSON Schema 2020-12 as `schemars` gives it, with `$defs`.
    Full,
}
