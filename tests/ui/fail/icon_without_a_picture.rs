#[mcp::tool(icon, icon = "https://example.com/a.png", icon())]
fn without() {}

#[mcp::tool(icon("find.png"), icon("https://example.com/a.png", mime = "png", sizes = "48", theme = "blue", size = "1x1"))]
fn faulty() {}

fn main() {}
