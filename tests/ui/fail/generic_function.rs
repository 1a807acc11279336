#[mcp::tool]
fn find<T: ToString>(id: T) -> String {
    id.to_string()
}

fn main() {}
