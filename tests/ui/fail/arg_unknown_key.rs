#[mcp::tool]
fn find(#[arg(desc = "The row.")] id: u32) -> u32 {
    id
}

fn main() {}
