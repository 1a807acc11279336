#![allow(unused_variables)]

#[mcp::tool]
fn find(#[arg(unroll = true)] filter: u32) {}

fn main() {}
