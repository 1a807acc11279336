#[mcp::prompt(read_only, titel = "Review")]
fn review() -> String {
    String::new()
}

fn main() {}
