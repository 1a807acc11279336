use std::future::Future;
use std::pin::Pin;

#[mcp::tool]
fn find(id: u32) -> Pin<Box<dyn Future + Send>> {
    Box::pin(async move { id })
}

fn main() {}
