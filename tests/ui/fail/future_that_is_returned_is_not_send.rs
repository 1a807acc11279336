use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

async fn pause() {}

#[mcp::tool]
fn find(id: u32) -> impl Future<Output = u32> {
    let shared = Rc::new(id);
    async move {
        pause().await;
        *shared
    }
}

#[mcp::tool]
fn boxed(id: u32) -> Pin<Box<dyn Future<Output = u32>>> {
    Box::pin(async move { id })
}

fn main() {}
