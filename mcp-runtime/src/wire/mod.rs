//! MCP messages as plain data, one file per page of the specification. No behaviour.

mod capabilities;
mod content;
mod lifecycle;
mod progress;
mod version;

pub use capabilities::ClientCapabilities;
pub use content::{Audio, Content, Image, Resource, ResourceLink};
pub use lifecycle::Implementation;
pub(crate) use lifecycle::{
    CallParams, CancelledParams, InitializeParams, ListParams, META_SERVER, MetaFault, Params,
};
pub(crate) use progress::Progress;
pub use version::{Era, ProtocolVersion};
