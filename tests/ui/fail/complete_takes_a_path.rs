#[mcp::prompt]
fn visit(#[arg(complete = "Paris")] city: &str) -> String {
    city.to_owned()
}

fn main() {}
