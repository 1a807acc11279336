fn table(row: &u8) -> String {
    row.to_string()
}

#[mcp::tool(render(raw = table, table = table, table = table, _t = table, größe = table))]
fn row() -> u8 {
    1
}

fn main() {}
