#[mcp::resource("config://app")]
fn config(section: String) -> String {
    section
}

fn main() {}
