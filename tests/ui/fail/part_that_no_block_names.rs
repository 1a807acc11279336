pub struct Door<T>(T);

#[mcp::tool]
impl<T: Send + Sync> Door<T> {
    #[tool]
    pub fn open(&self) {}
}

#[mcp::tool(part = closing)]
impl<T: Send + Sync> Door<T> {
    #[tool]
    pub fn close(&self) {}
}

fn main() {}
