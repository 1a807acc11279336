const SCHEMA: String = String::new();

#[mcp::tool(output_schema = SCHEMA)]
fn number(n: u8) -> u8 {
    n
}

fn main() {}
