use std::future::{Future, ready};
use std::time::Instant;

#[mcp::tool]
fn now() -> impl Future<Output = Instant> + Send {
    ready(Instant::now())
}

fn main() {}
