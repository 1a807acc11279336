#[mcp::tool(inline, timeout = "1s")]
fn find() {}

fn main() {}
