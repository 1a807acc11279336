#[mcp::resource("/etc/hosts")]
fn hosts() -> String {
    String::new()
}

fn main() {}
