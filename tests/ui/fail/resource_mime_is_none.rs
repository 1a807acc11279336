#[mcp::resource("config://app", mime = "json")]
fn config() -> String {
    String::new()
}

fn main() {}
