#[mcp::tool(read_only = "yes")]
fn find(id: u32) -> u32 {
    id
}

fn main() {}
