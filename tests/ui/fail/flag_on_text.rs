#[mcp::tool]
fn build(#[arg(flag)] level: &str) -> bool {
    level.is_empty()
}

fn main() {}
