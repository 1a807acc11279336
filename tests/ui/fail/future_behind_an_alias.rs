use std::future::Future;
use std::pin::Pin;

type Found = Pin<Box<dyn Future<Output = u32> + Send>>;

#[mcp::tool]
fn find(id: u32) -> Found {
    Box::pin(async move { id })
}

fn main() {}
