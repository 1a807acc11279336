//! A module in which the names of the prelude mean something else.
#![allow(dead_code)]

mod std {}
mod core {}
mod serde {}
mod schemars {}
mod mcp {}
struct Option;
struct Result;
struct Vec;
struct Box;
struct Probe;
struct Call;
struct Descriptor;
trait Into {}
trait Default {}
enum Names {
    Ok,
    Err,
    Some,
    None,
}
#[allow(unused_imports)]
use Names::*;

#[allow(unused_macros)]
macro_rules! concat {
    () => {};
}

// the user's own text: a tool over it does not have the schema of a text
use super::tools::Letters as String;

/// Counts letters.
///
/// # Errors
///
/// When there are fewer than `least`.
#[protocol::tool(crate = ::protocol)]
pub fn count(
    #[doc = include_str!("edition2021/Cargo.toml")] text: String,
    #[cfg_attr(test, doc = "At least so many.")]
    #[arg(default = 1)]
    least: usize,
    #[arg(default)] name: &str,
) -> ::std::result::Result<usize, ::std::string::String> {
    match text
        .letters
        .into_iter()
        .filter(char::is_ascii_alphabetic)
        .count()
    {
        n if n >= least && name.is_empty() => ::std::result::Result::Ok(n),
        _ => ::std::result::Result::Err(::std::string::String::new()),
    }
}

fn shown(value: &String) -> ::std::string::String {
    value.letters.iter().collect()
}

#[allow(clippy::unused_async)]
async fn shown_later(value: &String) -> ::core::result::Result<::std::string::String, u8> {
    ::core::result::Result::Ok(shown(value))
}

const SCHEMA: &str = "{}";

#[protocol::tool(
    crate = ::protocol,
    unlisted,
    requires(sampling, roots),
    render(one = shown, two = shown_later),
    output_schema = SCHEMA
)]
#[allow(clippy::unused_async)]
async fn rendered(value: String) -> String {
    value
}

/// Completes.
fn words(typed: &str) -> ::std::vec::Vec<::std::string::String> {
    ::std::vec![typed.to_owned()]
}

/// Asks.
#[protocol::prompt(crate = ::protocol)]
#[must_use]
pub fn question(
    #[arg(complete = words)] word: &str,
    least: ::std::option::Option<u8>,
    #[arg(default)] name: ::std::string::String,
) -> ::std::string::String {
    name + word + &::std::format!("{least:?}")
}

/// Shows.
#[protocol::resource("shadow://{word}", crate = ::protocol)]
#[must_use]
pub fn shadow(word: &str) -> ::std::string::String {
    word.to_owned()
}
