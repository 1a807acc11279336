#[mcp::prompt]
fn review() -> u32 {
    7
}

fn main() {}
