struct Door;

#[mcp::tool(unlistd, parts = "x")]
impl Door {
    #[tool(title = 3)]
    fn open(&self, #[arg(defualt = 1)] key: u8) {}

    fn unlock(&self) {}

    #[tool]
    fn close(&mut self, (a, b): (u8, u8), force: impl Copy) {}

    #[tool]
    fn _hidden(&self) {}
}

fn main() {
    Door.unlock();
    let _ = mcp::tools![Door::open, Door::close];
    let _ = mcp::Registry::from(Door);
}
