//! `#[mcp::tool]` as the compiler takes it: what a tool may look like, and what becomes of it.
//!
//! What must not compile stands in `ui/`.

mod crate_key;
mod docs;
mod parameters;
mod places;
