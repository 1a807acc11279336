#[mcp::tool]
extern "C" fn find() {}

fn main() {}
