//! The server: from a registry to answers.
//!
//! Knows methods, eras and the handshake. Knows nothing of transports: a frame is handed to a
//! [`Connection`] and a frame comes back.
//!
//! Spec: MCP 2026-07-28, server; MCP 2025-11-25, basic/lifecycle.

mod answer;
mod asked;
mod batch;
mod begun;
mod build;
mod build_error;
mod builder;
mod call;
mod checks;
mod completions;
mod connection;
mod faults;
mod guard;
mod handle;
mod handshake;
#[cfg(feature = "http")]
mod http_rules;
mod hub;
mod in_flight;
mod listen;
mod lists;
mod methods;
mod outlet;
mod prepared;
mod prompts;
mod request;
mod resources;
mod result;
mod running;
mod settings;
mod source;
mod span;
mod standing;
mod surface;
mod turns;
mod visible;

pub use answer::Answer;
pub use build::Service;
pub use build_error::{BuildError, BuildFault, Kind};
pub use builder::Server;
pub use connection::Connection;
pub use handle::{ChangeError, Changes, Handle};
#[cfg(feature = "http")]
pub(crate) use http_rules::{
    Posted, Sent, Shaping, VERSION_HEADER, is_error, modern_status, not_utf8,
};
#[cfg(any(feature = "stdio", feature = "http"))]
pub(crate) use outlet::Sink;
pub use outlet::{Frames, Outlet};
pub use settings::{CacheScope, Limits};
pub use standing::Listening;
pub use visible::{Candidate, Viewer};
