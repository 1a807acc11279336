const LIMIT: i64 = 10;

#[mcp::tool]
fn find(#[arg(default = LIMIT)] limit: u8) -> u8 {
    limit
}

fn main() {}
