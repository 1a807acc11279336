#[mcp::tool]
fn scale(
    #[arg(short = "f")] a: u8,
    #[arg(short = '-')] b: u8,
    #[arg(short)] c: u8,
) -> u8 {
    a + b + c
}

fn main() {}
