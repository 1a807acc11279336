fn cities(typed: &str) -> Vec<String> {
    vec![typed.to_owned()]
}

#[mcp::tool]
fn weather(#[arg(complete = cities)] city: String) -> String {
    city
}

fn main() {}
