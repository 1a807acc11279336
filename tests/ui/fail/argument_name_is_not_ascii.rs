#[mcp::tool]
fn find(größe: u32) -> u32 {
    größe
}

fn main() {}
