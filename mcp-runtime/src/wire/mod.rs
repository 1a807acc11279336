//! MCP messages as plain data, one file per page of the specification. No behaviour.

mod capabilities;
mod content;
mod lifecycle;
mod log;
mod progress;
mod prompt;
mod requests;
mod root;
mod trace;
mod version;

pub use capabilities::ClientCapabilities;
pub use content::{Audio, Content, Image, ResourceContents, ResourceLink};
pub use lifecycle::Implementation;
pub(crate) use lifecycle::{
    CallParams, CancelledParams, InitializeParams, ListParams, META_CAPABILITIES, META_CLIENT,
    META_SERVER, META_VERSION, MetaFault, Params,
};
pub use log::LogLevel;
pub(crate) use log::{SetLevelParams, log_frame};
pub(crate) use progress::Progress;
pub use prompt::{PromptMessage, Role};
pub(crate) use requests::{CompleteParams, GetPromptParams, ReadResourceParams, Reference};
pub use root::Root;
pub use trace::TraceContext;
pub use version::{Era, ProtocolVersion};
