#[mcp::tool(render())]
fn none() -> u8 {
    1
}

#[mcp::tool(render = table)]
fn alone() -> u8 {
    1
}

#[mcp::tool(render(table = "table", csv))]
fn text() -> u8 {
    1
}

fn main() {}
