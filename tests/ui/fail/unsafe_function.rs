#[mcp::tool]
unsafe fn find() {}

fn main() {}
