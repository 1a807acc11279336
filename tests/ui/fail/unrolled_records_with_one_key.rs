#![allow(unused_variables)]

use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema, mcp::Record)]
struct There {
    day: u32,
    #[serde(flatten)]
    hours: Hours,
}

#[derive(Deserialize, JsonSchema, mcp::Record)]
struct Back {
    #[serde(flatten)]
    hours: Hours,
}

#[derive(Deserialize, JsonSchema, mcp::Record)]
struct Hours {
    from: u8,
}

#[mcp::tool]
fn find(#[arg(unroll)] there: There, #[arg(unroll)] back: Back) {}

fn main() {}
