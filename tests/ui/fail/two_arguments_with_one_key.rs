#[mcp::tool]
fn find(id: u32, #[arg(name = "id")] row: u32) -> u32 {
    id + row
}

fn main() {}
