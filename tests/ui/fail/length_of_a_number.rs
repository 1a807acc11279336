#[mcp::tool]
fn find(#[arg(max_length = 9)] id: u32) -> u32 {
    id
}

fn main() {}
