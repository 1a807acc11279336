#[mcp::tool(input_schema = "schema.json", output_schema)]
fn number(n: u8) -> u8 {
    n
}

fn main() {}
