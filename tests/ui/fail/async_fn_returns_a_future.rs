use std::future::{Future, ready};

#[mcp::tool]
async fn find(id: u32) -> impl Future<Output = u32> + Send {
    ready(id)
}

fn main() {}
