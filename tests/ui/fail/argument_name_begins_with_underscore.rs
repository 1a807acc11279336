#[mcp::tool]
fn find(#[arg(name = "_id")] id: u32) -> u32 {
    id
}

fn main() {}
