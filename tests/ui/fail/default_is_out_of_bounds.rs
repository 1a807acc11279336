#[mcp::tool]
fn find(#[arg(max = 9, default = 10)] seats: u32, #[arg(min_length = 1, default = "")] name: &str) -> u32 {
    let _ = name;
    seats
}

fn main() {}
