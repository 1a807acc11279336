#[mcp::tool(inline, sequential)]
fn find() {}

fn main() {}
