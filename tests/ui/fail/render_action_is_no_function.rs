const TABLE: &str = "table";

#[mcp::tool(render(table = TABLE))]
fn row() -> u8 {
    1
}

fn main() {}
