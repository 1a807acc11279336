#[mcp::tool(timeout = "20")]
async fn without_a_unit() {}

#[mcp::tool(timeout = "1.5s")]
async fn no_whole_number() {}

#[mcp::tool(timeout = "0ms")]
async fn zero() {}

#[mcp::tool(timeout = "99999999999999999999s")]
async fn too_long() {}

#[mcp::tool(timeout = 20)]
async fn no_text() {}

fn main() {}
