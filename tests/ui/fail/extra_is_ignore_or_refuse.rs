#[mcp::tool(extra = "forbid")]
fn other_word() {}

#[mcp::tool(extra)]
fn without() {}

fn main() {}
