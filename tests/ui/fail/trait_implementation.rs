trait Store {
    fn find(&self);
}

struct Rows;

impl Store for Rows {
    #[mcp::tool]
    fn find(&self) {}
}

fn main() {}
