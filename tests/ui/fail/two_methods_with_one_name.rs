struct Door;

#[mcp::tool]
impl Door {
    #[tool]
    fn open(&self) {}

    #[tool(name = "open")]
    fn unlock(&self) {}
}

fn main() {}
