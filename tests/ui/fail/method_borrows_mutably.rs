struct Door(bool);

#[mcp::tool]
impl Door {
    #[tool]
    fn close(&mut self) {
        self.0 = false;
    }
}

fn main() {}
