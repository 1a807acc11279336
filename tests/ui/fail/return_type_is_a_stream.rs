#[mcp::tool]
fn count() -> Box<dyn Iterator<Item = u32>> {
    Box::new(0..3)
}

fn main() {}
