//! Every path in generated code goes through the one that `crate = …` gives.

mod framework {
    pub(crate) use ::mcp as inner;
}

// a crate's own module under the usual name is not taken for the library
mod mcp {}

#[framework::inner::tool(crate = super::crate_key::framework::inner)]
fn add(a: i64, #[arg(default)] b: i64) -> i64 {
    a + b
}

#[test]
fn every_path_begins_with_it() {
    assert_eq!(framework::inner::tools![add].tools().len(), 1);
    assert!(!framework::inner::registry!().tools().is_empty());
}
