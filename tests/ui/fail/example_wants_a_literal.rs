const MOST: u32 = 9;

#[mcp::tool]
fn find(#[arg(example = MOST)] id: u32, #[arg(example)] more: Vec<u32>) -> u32 {
    id + more.len() as u32
}

fn main() {}
