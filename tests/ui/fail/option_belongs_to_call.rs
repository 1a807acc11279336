#[mcp::tool]
fn scale(#[arg(long = "json")] a: u8, #[arg(name = "height", short = 'h')] b: u8) -> u8 {
    a + b
}

fn main() {}
