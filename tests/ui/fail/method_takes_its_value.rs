struct Door;

#[mcp::tool]
impl Door {
    #[tool]
    fn close(self) -> bool {
        true
    }
}

fn main() {}
