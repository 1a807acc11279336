#[mcp::tool]
fn scale(
    #[arg(long = "--factor")] a: u8,
    #[arg(long = "the factor")] b: u8,
    #[arg(name = "c", long = "_c")] c: u8,
) -> u8 {
    a + b + c
}

fn main() {}
