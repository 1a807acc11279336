#[mcp::tool]
fn find(#[arg(min = 1)] name: Option<String>) -> bool {
    name.is_some()
}

fn main() {}
