#![allow(unreachable_patterns)]

use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema, mcp::Record)]
struct Filter {
    price: u32,
    #[serde(rename = "price")]
    cost: u32,
}

fn main() {}
