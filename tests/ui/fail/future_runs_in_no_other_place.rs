use std::future::{Future, ready};

#[mcp::tool(inline)]
fn find(id: u32) -> impl Future<Output = u32> + Send {
    ready(id)
}

#[mcp::tool(blocking)]
fn seek(id: u32) -> impl Future<Output = u32> + Send {
    ready(id)
}

fn main() {}
