#[mcp::prompt]
fn review(#[arg(min = 1)] points: u8) -> String {
    points.to_string()
}

fn main() {}
