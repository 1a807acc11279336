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
//! methods, [`Server`] for what a server can be told, [`Service`] for serving without a
//! transport.

#[cfg(feature = "cli")]
pub mod cli;
mod json;
pub mod jsonrpc;
mod macros;
#[cfg(feature = "cli")]
mod run;
pub mod schema;
pub mod server;
pub mod tool;
#[cfg(feature = "stdio")]
pub mod transport;
mod wire;

#[doc(hidden)]
pub mod __private;

pub use schema::{ObjectSchema, Profile};
pub use server::{Server, Service};
pub use tool::{Context, IntoToolResult, Json, ProtocolError, Registry, Tool, ToolResult};
pub use wire::{
    Audio, Content, Era, Image, Implementation, ProtocolVersion, Resource, ResourceLink,
};

/// What a call gives back is told apart by the traits of the return type:
///
/// | the function returns | content | structured content and output schema |
/// | --- | --- | --- |
/// | `()` | none | – |
/// | text: `String`, `&str`, `Cow<str>` … | one block of text | – |
/// | a number, `bool`, `char`, unit enum | its text | 2026-07-28 |
/// | a list, tuple, `Option` | its JSON as text | 2026-07-28 |
/// | a record, a map, an enum of records | its JSON as text | 2025-06-18 and later |
/// | [`Json<T>`](Json) | as `T` | 2025-06-18 and later, any `T` |
/// | [`Content`], `Vec` of it, [`Image`], [`Audio`], [`Resource`], [`ResourceLink`], anything that is [`IntoToolResult`] | those blocks | – |
/// | [`ToolResult`] | as built | as built |
/// | `Result<T, E>` | as `T`; an `Err` is a result marked as an error, with the error's text and causes | as `T` |
/// | `Result<T, ProtocolError>` | an `Err` is a JSON-RPC error, see [`ProtocolError`] | as `T` |
///
/// Attributes of serde and schemars go on fields of records, not on parameters; what a parameter can be
/// told stands on this page, under `#[arg(..)]`.
///
/// ```
/// /// Finds the longest of some words.
/// #[mcp::tool(read_only)]
/// fn longest(
///     /// The words to look at.
///     words: Vec<String>,
///     /// Whether to shout it.
///     #[arg(default = false)]
///     loud: bool,
/// ) -> Result<String, &'static str> {
///     let longest = words.into_iter().max_by_key(String::len).ok_or("there is no word")?;
///     Ok(if loud { longest.to_uppercase() } else { longest })
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let service = mcp::Server::new("words", "1.0.0").tools(mcp::registry!()).build()?;
/// let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{
///     "name":"longest","arguments":{"words":["a","bcd"],"loud":true},
///     "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
///              "io.modelcontextprotocol/clientCapabilities":{}}}}"#;
/// let answer = String::from_utf8(service.handle(call).await.expect("an answer"))?;
/// assert!(answer.contains(r#""content":[{"type":"text","text":"BCD"}]"#), "{answer}");
/// # Ok(())
/// # }
/// ```
///
/// A type whose methods are tools; a type with parameters is given as a value:
///
/// ```
/// use std::sync::Mutex;
///
/// trait Store: Send + Sync {
///     fn load(&self, key: &str) -> Option<String>;
/// }
///
/// struct Notes<S> {
///     store: S,
///     read: Mutex<Vec<String>>,
/// }
///
/// /// Notes are found by their first word.
/// #[mcp::tool]
/// impl<S: Store> Notes<S> {
///     /// Reads a note.
///     #[tool(read_only)]
///     async fn read(
///         &self,
///         /// The first word of the note.
///         word: String,
///     ) -> Result<String, &'static str> {
///         let note = self.store.load(&word).ok_or("there is no such note")?;
///         self.log(word);
///         Ok(note)
///     }
///
///     // no tool
///     fn log(&self, word: String) {
///         self.read.lock().expect("no panics").push(word);
///     }
/// }
///
/// struct Fixed;
///
/// impl Store for Fixed {
///     fn load(&self, key: &str) -> Option<String> {
///         (key == "milk").then(|| "milk, two bottles".to_owned())
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let notes = Notes { store: Fixed, read: Mutex::default() };
/// let service = mcp::Server::new("notes", "1.0.0").tools(notes).build()?;
/// let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{
///     "name":"read","arguments":{"word":"milk"},
///     "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
///              "io.modelcontextprotocol/clientCapabilities":{}}}}"#;
/// let answer = String::from_utf8(service.handle(call).await.expect("an answer"))?;
/// assert!(answer.contains("milk, two bottles"), "{answer}");
/// # Ok(())
/// # }
/// ```
#[cfg(feature = "macros")]
pub use mcp_derive::tool;
