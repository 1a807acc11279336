//! The stdio transport and the program flags over real child processes, each case in both eras
//! where it has them.
//!
//! Names of cases (STD-01 and so on) are those of the list that the tests were collected from.
#![cfg(unix)]

mod channel;
mod client;
mod concurrency;
mod ending;
mod flags;
mod framing;
mod hangup;
mod logging;
mod progress;
mod requests;
mod streams;
