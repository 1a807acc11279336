async fn table(row: &u8) -> String {
    row.to_string()
}

#[mcp::tool(render(table = table))]
fn row() -> u8 {
    1
}

fn main() {}
