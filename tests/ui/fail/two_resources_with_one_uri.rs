#[mcp::resource("config://app")]
fn one() -> &'static str {
    "one"
}

mod inner {
    #[mcp::resource("config://app")]
    fn two() -> &'static str {
        "two"
    }
}

fn main() {}
