#[mcp::resource("user://{name}")]
fn user(name: &str, (a, b): (String, String)) -> String {
    format!("{name}{a}{b}")
}

fn main() {}
