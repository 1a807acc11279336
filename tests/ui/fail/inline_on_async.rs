#[mcp::tool(inline)]
async fn find() {}

fn main() {}
