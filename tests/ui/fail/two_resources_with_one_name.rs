#[mcp::resource("config://one", name = "The config")]
fn one() -> &'static str {
    "one"
}

#[mcp::resource("config://two", name = "The config")]
fn two() -> &'static str {
    "two"
}

fn main() {}
