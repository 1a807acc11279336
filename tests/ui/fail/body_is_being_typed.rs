struct Store {
    rows: u32,
}

#[mcp::tool]
fn find(store: &Store) -> u32 {
    let rows = store.rows.;
    rows
}

fn main() {}
