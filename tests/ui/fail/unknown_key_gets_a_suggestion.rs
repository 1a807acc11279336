/// Finds a row.
#[mcp::tool(descripton = "Finds a row.")]
fn find(id: u32) -> u32 {
    id
}

fn main() {}
