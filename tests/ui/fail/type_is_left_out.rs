#[mcp::tool]
fn find(id: _) -> u32 {
    id
}

fn main() {}
