//! What the compiler says: programs that must be refused, with the words, and programs that must
//! run.
//!
//! The words belong to the compiler of `rust-toolchain.toml`. To see one case alone:
//! `cargo test -p tests --test ui -- trybuild=NAME`; to write the words anew, set
//! `TRYBUILD=overwrite`.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.pass("ui/pass/*.rs");
    cases.compile_fail("ui/fail/*.rs");
}
