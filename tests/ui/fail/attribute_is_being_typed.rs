#[mcp::tool(description)]
fn find(#[arg(default = )] id: u32) -> u32 {
    id
}

fn main() {
    find(1);
}
