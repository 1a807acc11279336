struct Door;

#[mcp::tool]
impl Door {
    #[tool]
    fn open(&self) {}
}

struct Window;

#[mcp::tool]
impl Window {
    #[tool]
    fn open(&self) {}
}

fn main() {}
