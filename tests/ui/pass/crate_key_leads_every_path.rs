//! Every path in generated code goes through the one that `crate = …` gives.

mod framework {
    pub use ::mcp as inner;
}

// a crate's own module under the usual name is not taken for the library
mod mcp {}

#[framework::inner::tool(crate = crate::framework::inner)]
fn add(a: i64, #[arg(default)] b: i64) -> i64 {
    a + b
}

fn main() {
    assert_eq!(framework::inner::tools![add].tools().len(), 1);
    assert_eq!(framework::inner::registry!().tools().len(), 1);
}
