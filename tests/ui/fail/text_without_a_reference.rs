#[mcp::tool]
fn find(name: str) -> usize {
    name.len()
}

fn main() {}
