#[mcp::tool(inline = true)]
fn find(id: u32) -> u32 {
    id
}

fn main() {}
