//! What `tools/list` says of types: every schema that a client is shown, walked from its root.

mod cases;
mod fixture;
mod forms;
mod listing;
mod literals;
mod walk;
