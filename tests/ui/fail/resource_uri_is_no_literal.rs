const URI: &str = "config://app";

#[mcp::resource(URI, mime = "text/plain")]
fn config() -> String {
    String::new()
}

fn main() {}
