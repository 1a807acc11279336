#[mcp::tool]
fn find(filter: fn(u32) -> bool) -> bool {
    filter(1)
}

fn main() {}
