trait Store: Send + Sync {}

#[mcp::tool]
fn find(store: &dyn Store) {
    let _ = store;
}

fn main() {}
