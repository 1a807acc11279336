fn table(rows: &[String]) -> String {
    rows.join("\n")
}

#[mcp::tool(render(table = table))]
fn rows() -> Vec<u8> {
    vec![1]
}

fn main() {}
