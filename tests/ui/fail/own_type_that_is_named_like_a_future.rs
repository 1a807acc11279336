struct BoxFuture<T>(T);

#[mcp::tool]
fn find(id: u32) -> BoxFuture<u32> {
    BoxFuture(id)
}

fn main() {}
