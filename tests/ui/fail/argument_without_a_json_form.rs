#[mcp::tool]
fn wait(until: std::time::Instant) {
    let _ = until;
}

fn main() {}
