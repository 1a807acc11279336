#[mcp::tool]
fn find(id: Option<Option<u32>>) -> bool {
    id.is_some()
}

fn main() {}
