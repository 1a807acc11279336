#[mcp::tool]
fn build(
    #[arg(flag, default = true)] clean: bool,
    #[arg(flag = "no-cache", default)] cache: bool,
) -> bool {
    clean && cache
}

fn main() {}
