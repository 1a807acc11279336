#[mcp::tool(blocking)]
async fn on_async() {}

#[mcp::tool(inline, blocking)]
fn with_inline() {}

fn main() {}
