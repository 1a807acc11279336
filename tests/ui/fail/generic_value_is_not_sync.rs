use std::cell::Cell;

struct Counter<T>(Cell<T>);

#[mcp::tool]
impl<T: Copy + Into<u32> + Send> Counter<T> {
    #[tool]
    fn count(&self) -> u32 {
        self.0.get().into()
    }
}

fn main() {
    let _ = mcp::Server::new("counter", "1.0.0").tools(Counter(Cell::new(1_u8)));
}
