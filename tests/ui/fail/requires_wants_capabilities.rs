#[mcp::tool(requires)]
fn alone() {}

#[mcp::tool(requires())]
fn none() {}

#[mcp::tool(requires = "elicitation")]
fn text() {}

#[mcp::tool(requires(elicitation = "form", sampling(), roots(all)))]
fn inside() {}

#[mcp::tool(requires(roots, roots))]
fn twice() {}

fn main() {}
