struct Door;

#[mcp::tool]
impl Door {
    #[tool]
    fn open(&self, key: u8) -> u8 {
        key.
    }

    #[tool]
    fn close(&self) {}
}

fn main() {
    Door.close();
}
