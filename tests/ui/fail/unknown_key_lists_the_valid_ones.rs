#[mcp::tool(colour = "red")]
fn find(id: u32) -> u32 {
    id
}

fn main() {}
