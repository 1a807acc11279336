#[mcp::tool]
fn scale(
    #[arg(short = 'f')] a: u8,
    #[arg(short = 'f')] b: u8,
    #[arg(name = "x", long = "by")] c: u8,
    #[arg(name = "y", long = "by")] d: u8,
    #[arg(name = "z", long = "e")] z: u8,
    e: u8,
) -> u8 {
    a + b + c + d + e + z
}

fn main() {}
