#[mcp::tool(title = 7)]
fn find(id: u32) -> u32 {
    id
}

fn main() {}
