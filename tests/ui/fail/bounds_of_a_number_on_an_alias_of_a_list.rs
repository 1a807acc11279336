type Ids = Vec<u64>;

#[mcp::tool]
fn find(#[arg(max = 100)] ids: Ids) -> usize {
    ids.len()
}

fn main() {}
