//! A module without a prelude.
#![no_implicit_prelude]

/// Joins words.
#[::protocol::tool(crate = ::protocol)]
#[must_use]
pub fn join(
    #[arg(default = "-")] by: ::std::boxed::Box<str>,
    #[cfg(debug_assertions)] words: &[::std::string::String],
    #[cfg(not(debug_assertions))] words: &[::std::string::String],
) -> ::std::string::String {
    words.join(&by.into_string())
}

/// Asks.
#[::protocol::prompt(crate = ::protocol)]
#[must_use]
pub fn bare_prompt(
    by: &str,
    #[arg(default = "-")] to: ::std::string::String,
) -> ::std::string::String {
    to + by
}

/// Shows.
#[::protocol::resource("bare://{by}", crate = ::protocol)]
#[must_use]
pub fn bare_resource(by: &str) -> ::std::string::String {
    <::std::string::String as ::std::convert::From<&str>>::from(by)
}
