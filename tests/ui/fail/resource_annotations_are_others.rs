#[mcp::resource("config://app", annotations(audience = "everybody", priority = 7))]
fn config() -> String {
    String::new()
}

#[mcp::resource("config://other", annotations)]
fn other() -> String {
    String::new()
}

fn main() {}
