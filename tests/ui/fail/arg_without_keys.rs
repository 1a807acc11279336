#[mcp::tool]
fn find(#[arg] id: u32) -> u32 {
    id
}

fn main() {}
