#[mcp::tool]
fn find(id: ) -> u32 {
    1
}

fn main() {
    let _ = mcp::tools![find];
}
