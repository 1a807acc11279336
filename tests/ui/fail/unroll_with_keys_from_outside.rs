#![allow(unused_variables)]

use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema, mcp::Record)]
struct Filter {
    price: u32,
}

#[mcp::tool]
fn find(#[arg(unroll, flag, header = "Filter", long = "filter", short = 'f')] filter: Filter) {}

fn main() {}
