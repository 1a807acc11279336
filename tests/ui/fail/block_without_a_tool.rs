struct Door;

#[mcp::tool]
impl Door {
    fn open(&self) {}
}

fn main() {
    Door.open();
}
