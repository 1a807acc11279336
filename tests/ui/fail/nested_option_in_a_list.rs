#[mcp::tool]
fn find(ids: Vec<Option<Option<u32>>>) -> usize {
    ids.len()
}

fn main() {}
