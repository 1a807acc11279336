#[mcp::prompt(name = "my review")]
fn review() -> &'static str {
    "x"
}

fn main() {}
