#[mcp::tool]
fn find(names: Vec<&'static str>) -> usize {
    names.len()
}

fn main() {}
