#[mcp::tool]
mod store {}

fn main() {}
