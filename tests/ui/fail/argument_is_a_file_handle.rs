#[mcp::tool]
fn count(file: std::fs::File, log: Option<std::fs::File>) -> u64 {
    let _ = (file, log);
    0
}

fn main() {}
