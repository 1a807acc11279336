struct Broken;

#[mcp::tool]
fn find(id: u32) -> Result<u32, Broken> {
    Ok(id)
}

fn main() {}
