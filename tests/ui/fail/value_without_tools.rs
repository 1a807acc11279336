struct Door;

fn main() {
    let _ = mcp::Server::new("doors", "1.0.0").tools(Door);
}
