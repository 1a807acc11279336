#![allow(unused_variables)]

use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema, mcp::Record)]
struct Filter {
    price: u32,
}

#[mcp::tool]
fn find(#[arg(unroll, min = 1, default, example = 1, pattern = "a", max_length = 3)] filter: Filter) {}

fn main() {}
