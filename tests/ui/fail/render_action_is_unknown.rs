#[mcp::tool(render(table = tabel))]
fn row() -> u8 {
    1
}

#[mcp::tool(render(table = tabel::table))]
async fn later() -> u8 {
    1
}

fn main() {}
