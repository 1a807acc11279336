fn cities(limit: u32) -> Vec<String> {
    vec![limit.to_string()]
}

#[mcp::prompt]
fn visit(#[arg(complete = cities)] city: &str) -> String {
    city.to_owned()
}

fn main() {}
