#[mcp::tool(lenient = true)]
fn number(n: u8) -> u8 {
    n
}

fn main() {}
