#[mcp::tool]
fn find(#[arg(default = 1)] name: String) -> String {
    name
}

fn main() {}
