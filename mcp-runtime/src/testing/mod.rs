//! What a server's own tests can ask of it: whether everything is documented, and what a client
//! gets.
//!
//! Nothing here is used while a server serves.

mod called;
mod client;
mod documented;

pub use called::Called;
pub use client::TestClient;
pub use documented::{HasTools, assert_documented, undocumented};
