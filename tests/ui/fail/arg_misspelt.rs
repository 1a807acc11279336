#[mcp::tool]
fn find(#[args(name = "row")] id: u32) -> u32 {
    id
}

fn main() {}
