mod one {
    #[mcp::prompt]
    fn review() -> &'static str {
        "one"
    }
}

mod two {
    #[mcp::prompt(name = "review")]
    fn another() -> &'static str {
        "two"
    }
}

fn main() {}
