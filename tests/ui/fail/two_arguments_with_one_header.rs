#[mcp::tool]
fn route(
    #[arg(header = "Region")] from: String,
    #[arg(header = "region")] to: String,
) -> bool {
    from == to
}

fn main() {}
