#[mcp::tool(nmae = "find")]
fn search(id: u32) -> u32 {
    id
}

fn main() {
    let _ = mcp::tools![search];
}
