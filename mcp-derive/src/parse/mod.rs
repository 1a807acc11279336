//! From tokens to the model: faults are recorded and reading goes on.
//!
//! Rules that need more than the node at hand are not here but in `check`.

mod constraints;
mod item;
mod param;
mod running;
mod shown;
mod tool;

pub(crate) use item::{emitted, function_name, normalised, visibility};
pub(crate) use tool::tool;
