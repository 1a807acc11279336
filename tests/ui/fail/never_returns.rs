#[mcp::tool]
fn find() -> ! {
    std::process::exit(1)
}

fn main() {}
