#![allow(unused_variables)]

use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema, mcp::Record)]
struct Page<T> {
    after: Option<T>,
}

#[mcp::tool]
fn list(after: u32, #[arg(unroll)] page: Page<String>) {}

fn main() {}
