struct Store;

impl Store {
    #[mcp::tool]
    fn find(&self, id: u32) -> u32 {
        id
    }
}

fn main() {}
