#[mcp::tool]
fn find(filter: Box<dyn Fn(u32) -> bool + Send>) -> bool {
    filter(1)
}

fn main() {}
