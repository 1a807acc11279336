#[mcp::tool]
fn find(name: &'static str) -> usize {
    name.len()
}

fn main() {}
