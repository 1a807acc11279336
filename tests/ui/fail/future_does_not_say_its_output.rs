use std::future::Future;

#[mcp::tool]
fn find(id: u32) -> impl Future + Send {
    async move { id }
}

fn main() {}
