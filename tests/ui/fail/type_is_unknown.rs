#[mcp::tool]
fn find(row: Row) -> Vec<Row> {
    vec![row]
}

fn main() {}
