#[mcp::tool(sequential = 1)]
fn find() {}

fn main() {}
