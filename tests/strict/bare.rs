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
