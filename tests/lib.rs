//! Helpers of the tests that cross a crate boundary.

/// The programs of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
