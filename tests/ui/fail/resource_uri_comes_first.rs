#[mcp::resource(mime = "text/plain", siez = 3)]
fn config() -> String {
    String::new()
}

fn main() {}
