#[mcp::tool(meta("io.modelcontextprotocol/related" = 1, "dev.mcp/x" = 2, "com.mcp.tools/x" = 3))]
fn reserved() {}

#[mcp::tool(meta("com.example.mcp/x" = 1, "mcp/x" = 2, "plain" = true))]
fn allowed() {}

fn main() {}
