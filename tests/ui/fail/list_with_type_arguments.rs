#[mcp::tool]
fn find() {}

fn main() {
    let _ = mcp::tools![find::<u32>];
}
