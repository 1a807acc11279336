#[mcp::prompt]
async fn review() -> Result<u32, String> {
    Ok(7)
}

fn main() {}
