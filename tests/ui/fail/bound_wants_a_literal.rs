const MOST: u32 = 9;

#[mcp::tool]
fn find(
    #[arg(max = MOST, min = "1")] id: u32,
    #[arg(max_length = -1, pattern = 'a')] name: &str,
) -> usize {
    name.len() + id as usize
}

fn main() {}
