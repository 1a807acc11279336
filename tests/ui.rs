//! What must not compile, and what the compiler says then.
//!
//! The words belong to the compiler of `rust-toolchain.toml`. To see one case alone:
//! `cargo test -p tests --test ui -- trybuild=NAME`; to write the words anew, set
//! `TRYBUILD=overwrite`. Nothing here is run, so all of it is checked and not built: what runs is
//! in `macros/`.

#[test]
fn ui() {
    trybuild::TestCases::new().compile_fail("ui/fail/*.rs");
}
