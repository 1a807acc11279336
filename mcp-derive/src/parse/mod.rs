//! From tokens to the model: faults are recorded and reading goes on.
//!
//! Rules that need more than the node at hand are not here but in `check`.

mod block;
mod constraints;
mod item;
mod outside;
mod param;
mod running;
mod shown;
mod taking;
mod tool;

pub(crate) use block::block;
pub(crate) use item::{emitted, function_name, is_impl, normalised, visibility};
pub(crate) use tool::{Surroundings, tool, usual_runtime};
