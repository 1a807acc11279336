struct Door;

#[mcp::tool(read_only)]
#[mcp::tool]
impl Door {
    #[tool]
    fn open(&self) {}
}

#[mcp::tool(parts = [door])]
fn close() {}

fn main() {}
