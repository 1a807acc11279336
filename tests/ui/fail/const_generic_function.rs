#[mcp::tool]
fn find<const N: usize>(ids: [u32; N]) -> u32 {
    ids[0]
}

fn main() {}
