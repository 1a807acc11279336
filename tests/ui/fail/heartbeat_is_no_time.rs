#[mcp::tool(heartbeat = "20")]
async fn without_a_unit() {}

#[mcp::tool(heartbeat = "0s")]
async fn zero() {}

#[mcp::tool(heartbeat)]
async fn no_value() {}

fn main() {}
