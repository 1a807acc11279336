#[mcp::tool]
fn _find() {}

fn main() {}
