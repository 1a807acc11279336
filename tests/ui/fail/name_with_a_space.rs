#[mcp::tool(name = "find row")]
fn find() {}

fn main() {}
