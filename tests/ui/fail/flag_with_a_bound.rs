#[mcp::tool]
fn build(#[arg(flag, min = 0)] clean: bool) -> bool {
    clean
}

fn main() {}
