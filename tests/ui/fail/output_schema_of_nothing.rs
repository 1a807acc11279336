const SCHEMA: &str = "{}";

#[mcp::tool(output_schema = SCHEMA)]
fn nothing() {}

fn main() {}
