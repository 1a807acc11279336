//! Tools: descriptors, arguments, results; and what every function shares that a server calls.
//!
//! Turns named arguments into a positional call and a result into content. Knows nothing of
//! methods, answers or transports: that is `server` and `transport`.

mod arguments;
mod ask;
mod call;
mod constraints;
mod context;
mod descriptor;
mod dynamic;
mod failure;
mod faults;
mod finite;
mod flag;
mod header;
mod log;
mod origin;
mod output;
pub(crate) mod probe;
mod progress;
mod render;
mod reported;
mod rules;
mod sent;
mod shell;
mod sizes;
mod standard;
mod states;
mod text;
mod unrolled;
#[cfg(feature = "validate")]
mod validate;
#[cfg(not(feature = "validate"))]
#[path = "validate_plain.rs"]
mod validate;

pub use crate::wire::ClientCapabilities;
pub use arguments::Argument;
#[doc(hidden)]
pub use arguments::{Arguments, Plain, maybe, or_default, plain, schema_of_argument};
pub use ask::{AskError, Elicited, SampleRequest, Sampled};
#[doc(hidden)]
pub use call::{Call, Outcome, Refusal, Reply};
pub(crate) use constraints::{Patterns, fault_of};
#[doc(hidden)]
pub use constraints::{bound, length_bound, pattern};
pub(crate) use context::CallContext;
pub use context::Context;
pub use descriptor::{Annotations, Descriptor, Icon, Parameter, Run, Source, StateUse};
pub(crate) use dynamic::Handler;
pub use dynamic::Tool;
pub(crate) use dynamic::tidy;
pub(crate) use failure::with_causes;
pub use failure::{FailureText, ProtocolError};
#[doc(hidden)]
pub use failure::{FromFailure, Made};
#[doc(hidden)]
pub use flag::{Flag, contrary_flag, flag};
#[doc(hidden)]
pub use header::header;
pub(crate) use log::{SharedLevel, Wanted};
pub use origin::Caller;
pub(crate) use origin::Origin;
pub(crate) use output::OutputKind;
pub use output::{IntoToolResult, Json, Structured, ToolResult};
#[doc(hidden)]
pub use output::{Output, OutputType, Written};
#[doc(hidden)]
pub use probe::{ErrorProbe, Probe, probe_of};
pub(crate) use progress::{Answer, Progress, Road, Said};
#[doc(hidden)]
pub use render::{ActionText, action_text, render_parameter};
pub use reported::{Amount, Message, Total};
pub(crate) use rules::Rules;
pub use shell::ShellArgument;
#[doc(hidden)]
pub use standard::{Is, Kind, NotStandard};
pub(crate) use states::States;
pub use text::FromText;
#[doc(hidden)]
pub use text::{text, text_or_none};
#[doc(hidden)]
pub use unrolled::{Other, unroll, unrolled};
pub(crate) use validate::Published;
