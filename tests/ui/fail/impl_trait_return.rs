#[mcp::tool]
fn find() -> impl Iterator<Item = u32> {
    0..9
}

fn main() {}
