#[mcp::resource("notes://my notes")]
fn notes() -> String {
    String::new()
}

fn main() {}
