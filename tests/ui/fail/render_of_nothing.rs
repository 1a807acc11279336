fn table(_: &()) -> String {
    String::new()
}

#[mcp::tool(render(table = table))]
fn nothing() {}

fn main() {}
