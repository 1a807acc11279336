#[mcp::tool]
fn find(name: &str) -> &'static str {
    name
}

fn main() {}
