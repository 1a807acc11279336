//! Model Context Protocol servers from annotated Rust functions.
//!
//! ```no_run
//! /// Adds two integers.
//! #[mcp::tool]
//! fn add(
//!     /// The first addend.
//!     a: i64,
//!     /// The second addend.
//!     b: i64,
//! ) -> i64 {
//!     a + b
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     mcp::server!().run()
//! }
//! ```
//!
//! That is a complete program: it serves MCP on its standard streams, to clients of every revision
//! from 2024-11-05 to 2026-07-28. See [`tool`](macro@tool) for what a function may look like and for
//! methods, [`prompt`](macro@prompt) and [`resource`](macro@resource) for functions that are these, [`Server`] for what a server can be told, [`Service`] for serving without a
//! transport.

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "client")]
pub mod client;
pub mod complete;
mod json;
pub mod jsonrpc;
mod macros;
pub mod prompt;
pub mod registry;
pub mod resource;
#[cfg(feature = "cli")]
mod run;
pub mod schema;
pub mod server;
pub mod testing;
pub mod tool;
#[cfg(any(feature = "stdio", feature = "http", feature = "client"))]
pub mod transport;
mod wire;

#[doc(hidden)]
pub mod __private;

#[cfg(feature = "client")]
pub use client::Client;
pub use complete::{CompletionContext, Completions};
pub use prompt::{IntoPromptResult, PromptResult};
pub use registry::Registry;
pub use resource::{IntoResourceResult, ResourceResult};
pub use schema::{ObjectSchema, Profile, Record};
pub use server::{Server, Service};
pub use tool::{
    AskError, Caller, ClientCapabilities, Context, Elicited, IntoToolResult, Json, ProtocolError,
    SampleRequest, Sampled, Tool, ToolResult,
};
pub use wire::{
    Audio, Content, Era, Image, Implementation, LogLevel, PromptMessage, ProtocolVersion,
    ResourceContents, ResourceLink, Role, Root, TraceContext,
};

#[cfg(feature = "macros")]
#[doc = include_str!("docs/tool.md")]
pub use mcp_derive::tool;

#[cfg(feature = "macros")]
#[doc = include_str!("docs/prompt.md")]
pub use mcp_derive::prompt;

#[cfg(feature = "macros")]
#[doc = include_str!("docs/resource.md")]
pub use mcp_derive::resource;

#[cfg(feature = "macros")]
#[doc = include_str!("docs/record.md")]
pub use mcp_derive::Record;
