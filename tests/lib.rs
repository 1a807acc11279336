//! Helpers of the tests that cross a crate boundary.

/// The programs of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// The program of the page on arguments, compiled.
#[cfg(doctest)]
#[doc = include_str!("../docs/mapping.md")]
pub struct Mapping;
