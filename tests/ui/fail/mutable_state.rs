struct Store;

#[mcp::tool]
fn find(store: &mut Store) {
    let _ = store;
}

fn main() {}
