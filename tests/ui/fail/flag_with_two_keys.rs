#[mcp::tool]
fn build(#[arg(name = "clean", flag = "no-clean")] clean: bool) -> bool {
    clean
}

fn main() {}
