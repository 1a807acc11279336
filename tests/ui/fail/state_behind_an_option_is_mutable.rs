struct Store;

#[mcp::tool]
fn find(store: Option<&mut Store>) {
    let _ = store;
}

fn main() {}
