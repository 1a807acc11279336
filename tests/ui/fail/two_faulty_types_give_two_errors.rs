#[mcp::tool]
async fn find(since: std::time::Instant, mut name: String, log: std::fs::File) -> std::thread::Thread {
    name.clear();
    let _ = (since, log);
    std::thread::current()
}

fn main() {}
