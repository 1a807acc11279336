//! Headers that repeat arguments: which types can be in one.
//!
//! Publishing is `schema`; comparing a header with its argument is for a transport that has
//! headers.
//!
//! Spec: MCP 2026-07-28, server/tools, "x-mcp-header".

use super::standard::Kind;

/// The name of a header, refused at compile time for what is known to fit into none. Of a type that
/// is not known here its schema tells, when the server is built.
///
/// # Panics
///
/// In constant evaluation, at the key.
#[track_caller]
pub const fn header(kind: Kind, name: &'static str) -> Option<&'static str> {
    match kind {
        Kind::Text | Kind::Integer | Kind::Bool | Kind::Unknown => Some(name),
        Kind::Number => {
            panic!(
                "`header` is for strings, integers and bools, and a float has no one spelling; leave it out"
            )
        }
        Kind::List | Kind::Other => {
            panic!("`header` is for strings, integers and bools; leave it out")
        }
    }
}
