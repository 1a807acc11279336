#![allow(unused_variables)]

use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema, mcp::Record)]
#[serde(rename_all = "camelCase")]
struct Filter {
    max_price: u32,
}

#[mcp::tool]
fn find(#[arg(unroll)] filter: Filter, #[arg(name = "maxPrice")] price: u32) {}

fn main() {}
