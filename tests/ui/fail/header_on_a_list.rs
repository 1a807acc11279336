#[mcp::tool]
fn route(#[arg(header = "Regions")] regions: &[String]) -> bool {
    regions.is_empty()
}

fn main() {}
