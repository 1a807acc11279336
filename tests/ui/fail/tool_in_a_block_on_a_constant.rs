struct Door;

#[mcp::tool]
impl Door {
    #[tool]
    const KEYS: u32 = 3;
}

fn main() {}
