#[mcp::tool(meta("" = 1, "com..example/x" = 2, "1com/x" = 3, "x y" = 4))]
fn find() {}

#[mcp::tool(meta("com.example/x" = 1), meta("com.example/x" = 2))]
fn twice() {}

#[mcp::tool(meta, meta("com.example/x"), meta("com.example/y" = find()))]
fn without() {}

fn main() {}
