#[mcp::tool]
#[arg(name = "row")]
fn find(id: u32) -> u32 {
    id
}

fn main() {}
