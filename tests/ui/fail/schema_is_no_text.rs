const SCHEMA: u32 = 5;

#[mcp::tool(input_schema = SCHEMA)]
fn number(n: u8) -> u8 {
    n
}

fn main() {}
