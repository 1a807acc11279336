struct Door;

#[mcp::tool]
impl Door {
    #[tool]
    fn open<T: ToString>(&self, key: T) -> String {
        key.to_string()
    }
}

fn main() {}
