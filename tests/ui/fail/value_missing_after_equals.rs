#[mcp::tool(name = , read_only)]
fn find(id: u32) -> u32 {
    id
}

fn main() {}
