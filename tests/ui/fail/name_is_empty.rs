#[mcp::tool(name = "")]
fn find() {}

fn main() {}
