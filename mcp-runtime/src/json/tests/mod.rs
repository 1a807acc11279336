//! Tests of the decoder: what it accepts, what it refuses, and in which words.
//!
//! They know the rules of the schema profile, but no tool and no message.

mod forms;
mod keys;
mod lenient;
mod numbers;
mod properties;
mod reader;
mod strings;
mod words;

use serde::de::DeserializeOwned;

use super::from_str;

/// The text of the fault that `text` has as a `T`.
#[track_caller]
fn fault<T: DeserializeOwned>(text: &str) -> String {
    match from_str::<T>(text) {
        Ok(_) => panic!("accepted: {text}"),
        Err(error) => error.to_string(),
    }
}

/// The value that `text` is as a `T`.
#[track_caller]
fn value<T: DeserializeOwned>(text: &str) -> T {
    match from_str(text) {
        Ok(value) => value,
        Err(error) => panic!("refused {text}: {error}"),
    }
}
