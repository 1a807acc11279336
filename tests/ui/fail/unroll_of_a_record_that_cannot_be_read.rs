#![allow(unused_variables, dead_code)]

#[derive(schemars::JsonSchema, mcp::Record)]
struct Filter {
    price: u32,
}

#[mcp::tool]
fn find(#[arg(unroll)] filter: Filter) {}

fn main() {}
