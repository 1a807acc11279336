#[mcp::tool]
#[mcp::tool(read_only)]
fn find() {}

fn main() {}
