#[derive(mcp::Record)]
union Bits {
    a: u32,
    b: f32,
}

fn main() {}
