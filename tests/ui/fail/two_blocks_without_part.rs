struct Door;

#[mcp::tool]
impl Door {
    #[tool]
    fn open(&self) {}
}

#[mcp::tool]
impl Door {
    #[tool]
    fn close(&self) {}
}

fn main() {}
