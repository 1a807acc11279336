use std::cell::Cell;

struct Counter(Cell<u32>);

#[mcp::tool]
fn count(counter: &Counter) -> u32 {
    counter.0.get()
}

fn main() {}
