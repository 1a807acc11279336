#[mcp::tool]
fn find(#[arg(min = 9, max = 1)] seats: u32, #[arg(min_length = 2, max_length = 1)] name: &str) -> u32 {
    let _ = name;
    seats
}

fn main() {}
