#[derive(serde::Deserialize)]
struct Row {
    id: u32,
}

#[mcp::tool]
fn find(row: Vec<Row>) -> u32 {
    row[0].id
}

fn main() {}
