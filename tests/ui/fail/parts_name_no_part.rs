struct Door;

#[mcp::tool(parts = [closing])]
impl Door {
    #[tool]
    fn open(&self) {}
}

fn main() {}
