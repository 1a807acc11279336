#[mcp::tool]
fn build(#[arg(flag)] level: u32, #[arg(flag = "no-clean")] clean: Option<bool>) -> bool {
    clean == Some(level > 0)
}

fn main() {}
