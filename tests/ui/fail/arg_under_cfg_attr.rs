#[mcp::tool]
fn find(#[cfg_attr(unix, arg(default = 1))] id: u32) -> u32 {
    id
}

fn main() {}
