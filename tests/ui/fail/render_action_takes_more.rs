mod actions {
    pub fn table(row: &u8, width: usize) -> String {
        format!("{row:>width$}")
    }
}

#[mcp::tool(render(table = actions::table))]
async fn row() -> u8 {
    1
}

fn main() {}
