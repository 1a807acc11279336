#[mcp::tool(requires(elicitaton, logging, sampling(tool)))]
fn ask() {}

fn main() {}
