//! Helpers of the tests that cross a crate boundary.
