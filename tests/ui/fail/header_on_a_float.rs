type Ratio = f32;

#[mcp::tool]
fn route(#[arg(header = "Ratio")] ratio: Option<Ratio>) -> bool {
    ratio.is_some()
}

fn main() {}
