//! Tools: descriptors, arguments, results, the registry.
//!
//! Turns named arguments into a positional call and a result into content. Knows nothing of
//! methods, answers or transports: that is `server` and `transport`.

mod arguments;
mod call;
mod context;
mod descriptor;
mod dynamic;
mod failure;
mod finite;
mod output;
pub(crate) mod probe;
mod registry;
mod standard;
mod states;

pub use arguments::{Argument, Arguments, maybe, plain, schema_of_argument};
pub use call::{Call, Outcome, Refusal, Reply};
pub(crate) use context::CallContext;
pub use context::Context;
pub use descriptor::{Annotations, Descriptor, Parameter, Run, Source, StateUse};
pub(crate) use dynamic::Handler;
pub use dynamic::Tool;
pub use failure::{FailureText, ProtocolError};
pub(crate) use output::OutputKind;
pub use output::{IntoToolResult, Json, Output, OutputType, Structured, ToolResult};
pub use probe::{ErrorProbe, Probe};
pub use registry::{CrateId, Entry, Registry, distinct};
pub use standard::{Is, NotStandard};
pub(crate) use states::States;
