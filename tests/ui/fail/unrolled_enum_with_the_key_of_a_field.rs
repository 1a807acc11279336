#![allow(unused_variables)]

use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema, mcp::Record)]
enum Order {
    Price,
}

#[derive(Deserialize, JsonSchema, mcp::Record)]
struct Filter {
    order: u32,
}

#[mcp::tool]
fn find(#[arg(unroll)] filter: Filter, #[arg(unroll)] order: Order) {}

fn main() {}
