struct Store;

#[mcp::tool]
fn find(#[arg(name = "db")] store: &Store) {
    let _ = store;
}

fn main() {}
