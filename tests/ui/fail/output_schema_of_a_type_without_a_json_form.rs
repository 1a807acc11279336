const SCHEMA: &str = "{}";

struct Report;

#[mcp::tool(output_schema = SCHEMA)]
fn report() -> Report {
    Report
}

fn main() {}
