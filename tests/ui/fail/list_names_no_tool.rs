fn find() {}

fn main() {
    find();
    let _ = mcp::tools![find];
}
