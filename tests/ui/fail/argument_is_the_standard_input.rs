#[mcp::tool]
fn count(input: std::io::Stdin) -> usize {
    input.lines().count()
}

fn main() {}
