use std::future::Future;

#[mcp::tool]
fn find() -> impl Future<Output = impl Iterator<Item = u32>> + Send {
    async { 0..9 }
}

fn main() {}
