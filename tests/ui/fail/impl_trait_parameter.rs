#[mcp::tool]
fn find(id: impl ToString) -> String {
    id.to_string()
}

fn main() {}
