#[mcp::tool(name)]
fn find(id: u32) -> u32 {
    id
}

fn main() {}
