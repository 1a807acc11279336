#[mcp::tool(inline, heartbeat = "1s")]
fn find() {}

fn main() {}
