#![allow(unused_variables)]

use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema, mcp::Record)]
struct Filter {
    price: u32,
}

#[mcp::tool]
fn find(#[arg(unroll)] filter: Option<Filter>) {}

fn main() {}
