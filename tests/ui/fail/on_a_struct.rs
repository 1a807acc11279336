#[mcp::tool]
pub struct Store {
    pub rows: u32,
}

fn main() {
    let _ = Store { rows: 1 };
}
