#[mcp::tool]
unsafe extern "C" fn find(id: u32, _: ...) {
    let _ = id;
}

fn main() {}
