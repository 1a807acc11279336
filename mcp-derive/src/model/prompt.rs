//! A function that is a prompt.

use super::Function;

/// What is understood of `#[mcp::prompt(..)]` and the function under it.
pub(crate) struct Prompt {
    pub(crate) function: Function,
}
