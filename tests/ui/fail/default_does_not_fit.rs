#[mcp::tool]
fn find(#[arg(default = "one")] id: u32) -> u32 {
    id
}

fn main() {}
