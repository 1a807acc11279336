#[mcp::tool]
async fn open(path: String) -> Result<std::fs::File, std::io::Error> {
    std::fs::File::open(path)
}

fn main() {}
