#[mcp::tool]
fn route(
    #[arg(header = "")] a: u8,
    #[arg(header = "The Region")] b: u8,
    #[arg(header = "Région")] c: u8,
    #[arg(header)] d: u8,
) -> u8 {
    a + b + c + d
}

fn main() {}
