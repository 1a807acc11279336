#[mcp::prompt]
fn review(code: &str) {
    let _ = code;
}

fn main() {}
