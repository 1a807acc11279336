struct Silent;

fn table(_: &u8) -> Result<String, Silent> {
    Err(Silent)
}

#[mcp::tool(render(table = table))]
fn row() -> u8 {
    1
}

fn main() {}
