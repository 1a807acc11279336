#[mcp::prompt]
fn review(files: &[String]) -> String {
    files.join(", ")
}

fn main() {}
