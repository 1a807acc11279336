#[mcp::tool(unlisted)]
fn add() {}

fn main() {
    let _ = mcp::prompts![add];
}
