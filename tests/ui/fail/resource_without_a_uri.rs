#[mcp::resource]
fn config() -> String {
    String::new()
}

fn main() {}
