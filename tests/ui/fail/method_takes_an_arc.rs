struct Door;

#[mcp::tool]
impl Door {
    #[tool]
    fn close(self: std::sync::Arc<Self>) -> bool {
        true
    }
}

fn main() {}
