#[mcp::tool(name = "find", read_only, name = "search")]
fn find(id: u32) -> u32 {
    id
}

fn main() {}
