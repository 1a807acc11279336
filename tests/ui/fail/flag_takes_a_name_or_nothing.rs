#[mcp::tool]
fn build(#[arg(flag = true)] clean: bool, #[arg(flag("no-cache"))] cache: bool) -> bool {
    clean && cache
}

fn main() {}
