//! The only path that generated code may name. Not for users; it changes without notice.
//!
//! Nothing in this crate imports it.

pub use crate::complete::complete;
pub use crate::prompt::messages;
pub use crate::registry::{Block, CrateId, Entry, OnlyOneBlockWithoutPart, distinct};
pub use crate::resource::contents;
pub use crate::schema::{Member, Reads, Shape};
pub use crate::tool::{
    Call, Is, Other, Outcome, Probe, Reply, action_text, bound, contrary_flag, flag, header,
    length_bound, maybe, or_default, pattern, plain, probe_of, render_parameter,
    schema_of_argument, text, text_or_none, unroll, unrolled,
};
pub use inventory;
#[cfg(feature = "macros")]
pub use mcp_derive::{prompts_list, resources_list, tools_list};

/// The traits whose methods and constants generated code looks up. Without names, so that a glob
/// import hides no type of a user's.
pub mod traits {
    pub use crate::schema::NotReadable as _;
    pub use crate::tool::NotStandard as _;
    pub use crate::tool::probe::{
        CausedProbe as _, NotFuture as _, NotResult as _, StructuredProbe as _, TextProbe as _,
    };
}

/// The crate that the macro is used in.
#[doc(hidden)]
#[macro_export]
macro_rules! __this_crate {
    () => {
        $crate::__private::CrateId::new(
            ::core::module_path!(),
            ::core::option_env!("CARGO_PKG_NAME"),
            ::core::option_env!("CARGO_PKG_VERSION"),
            ::core::option_env!("CARGO_BIN_NAME"),
        )
    };
}

pub use crate::__this_crate as this_crate;
