use std::cell::Cell;

struct Counter(Cell<u32>);

#[mcp::tool]
impl Counter {
    #[tool]
    fn count(&self) -> u32 {
        self.0.get()
    }

    #[tool]
    async fn later(&self) -> u32 {
        self.0.get()
    }
}

fn main() {}
