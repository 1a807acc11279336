//! JSON-RPC 2.0: the envelope, ids, the error object and its codes.
//!
//! Reads a message borrowed from its text and writes answers. Knows nothing of MCP: no method
//! name stands here.
//!
//! Spec: JSON-RPC 2.0; MCP 2026-07-28, basic, "Messages".

mod envelope;
mod error;
mod head;
mod id;

pub(crate) use envelope::{Message, classify};
pub use error::{ErrorCode, ErrorObject};
pub(crate) use error::{NoId, write_error, write_string};
pub(crate) use head::{Head, peek};
pub use id::Id;
