#[mcp::tool]
fn output() -> std::io::Stdout {
    std::io::stdout()
}

fn main() {}
