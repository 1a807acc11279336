#[mcp::prompt]
fn visit(#[arg(complete = cities)] city: &str) -> String {
    city.to_owned()
}

fn main() {}
