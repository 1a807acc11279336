#[mcp::tool]
fn find(#[arg(pattern = "^a")] names: &[String]) -> usize {
    names.len()
}

fn main() {}
